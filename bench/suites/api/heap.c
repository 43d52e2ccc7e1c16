// heap.c - a binary heap in an array that grows
//
// BUG: the array grows one element too late.
#include "heap.h"
#include <stdlib.h>

enum { FIRST_ROOM = 2 };

struct heap {
    int *keys;
    unsigned count, room;
};

struct heap *heap_new(void) {
    struct heap *h = malloc(sizeof *h);
    h->count = 0;
    h->room = FIRST_ROOM;
    h->keys = malloc(h->room * sizeof *h->keys);
    return h;
}

void heap_free(struct heap *h) {
    free(h->keys);
    free(h);
}

static void swap(int *a, int *b) {
    int c = *a;
    *a = *b;
    *b = c;
}

void heap_push(struct heap *h, int key) {
#ifdef BUG
    if (h->count > h->room) {
#else
    if (h->count == h->room) {
#endif
        h->room *= 2;
        h->keys = realloc(h->keys, h->room * sizeof *h->keys);
    }
    unsigned i = h->count++;
    h->keys[i] = key;
    while (i > 0 && h->keys[(i - 1) / 2] > h->keys[i]) {
        swap(&h->keys[(i - 1) / 2], &h->keys[i]);
        i = (i - 1) / 2;
    }
}

bool heap_pop(struct heap *h, int *least) {
    if (h->count == 0)
        return false;
    *least = h->keys[0];
    h->keys[0] = h->keys[--h->count];
    for (unsigned i = 0;;) {
        unsigned child = 2 * i + 1;
        if (child >= h->count)
            break;
        if (child + 1 < h->count && h->keys[child + 1] < h->keys[child])
            child++;
        if (h->keys[i] <= h->keys[child])
            break;
        swap(&h->keys[i], &h->keys[child]);
        i = child;
    }
    return true;
}

bool heap_is_ordered(const struct heap *h) {
    for (unsigned i = 1; i < h->count; i++)
        if (h->keys[(i - 1) / 2] > h->keys[i])
            return false;
    return true;
}
