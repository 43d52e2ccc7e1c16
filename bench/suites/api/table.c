// table.c - a hash table with chains, which doubles when it is full
//
// BUG: growing takes only the first entry of each chain along.
#include "table.h"
#include <stdlib.h>

enum { FIRST_ROOM = 2 };

struct entry {
    unsigned key;
    int value;
    struct entry *next;
};
struct table {
    struct entry **chains;
    unsigned room, count;
};

struct table *table_new(void) {
    struct table *t = malloc(sizeof *t);
    t->room = FIRST_ROOM;
    t->count = 0;
    t->chains = calloc(t->room, sizeof *t->chains);
    return t;
}

void table_free(struct table *t) {
    for (unsigned i = 0; i < t->room; i++)
        while (t->chains[i]) {
            struct entry *e = t->chains[i];
            t->chains[i] = e->next;
            free(e);
        }
    free(t->chains);
    free(t);
}

static struct entry **find(const struct table *t, unsigned key) {
    struct entry **at = &t->chains[key % t->room];
    while (*at && (*at)->key != key)
        at = &(*at)->next;
    return at;
}

static void grow(struct table *t) {
    struct table larger = { calloc(2 * t->room, sizeof *larger.chains), 2 * t->room, t->count };
    for (unsigned i = 0; i < t->room; i++) {
        struct entry *e = t->chains[i];
        while (e) {
            struct entry *next = e->next;
            struct entry **at = &larger.chains[e->key % larger.room];
            e->next = *at;
            *at = e;
#ifdef BUG
            next = NULL;
#endif
            e = next;
        }
    }
    free(t->chains);
    *t = larger;
}

void table_put(struct table *t, unsigned key, int value) {
    struct entry **at = find(t, key);
    if (!*at) {
        if (t->count == t->room) {
            grow(t);
            at = find(t, key);
        }
        *at = malloc(sizeof **at);
        (*at)->key = key;
        (*at)->next = NULL;
        t->count++;
    }
    (*at)->value = value;
}

bool table_remove(struct table *t, unsigned key) {
    struct entry **at = find(t, key);
    struct entry *e = *at;
    if (!e)
        return false;
    *at = e->next;
    free(e);
    t->count--;
    return true;
}

const int *table_get(const struct table *t, unsigned key) {
    struct entry *e = *find(t, key);
    if (!e)
        return NULL;
    return &e->value;
}

bool table_is_whole(const struct table *t) {
    unsigned n = 0;
    for (unsigned i = 0; i < t->room; i++)
        for (const struct entry *e = t->chains[i]; e; e = e->next) {
            if (e->key % t->room != i)
                return false;
            n++;
        }
    return n == t->count;
}
