// ring.c - a ring buffer
//
// BUG: after ring_double the part that was wrapped around is copied to one place too far.
#include "ring.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_ROOM = 8 };

struct ring {
    int *values;
    unsigned room, first, count;
};

struct ring *ring_new(unsigned room) {
    struct ring *r = malloc(sizeof *r);
    r->values = calloc(room, sizeof *r->values);
    r->room = room;
    r->first = r->count = 0;
    return r;
}

void ring_free(struct ring *r) {
    free(r->values);
    free(r);
}

bool ring_put(struct ring *r, int value) {
    if (r->count == r->room)
        return false;
    unsigned at = r->first + r->count;
    if (at >= r->room)
        at -= r->room;
    r->values[at] = value;
    r->count++;
    return true;
}

bool ring_take(struct ring *r) {
    if (r->count == 0)
        return false;
    if (++r->first == r->room)
        r->first = 0;
    r->count--;
    return true;
}

bool ring_double(struct ring *r) {
    unsigned room = 2 * r->room, wrapped = 0;
    if (room > MOST_ROOM)
        return false;
    if (r->first + r->count > r->room)
        wrapped = r->first + r->count - r->room;
    int *values = calloc(room, sizeof *values);
    memcpy(values, r->values + r->first, (r->count - wrapped) * sizeof *values);
#ifdef BUG
    for (unsigned i = 0; i < wrapped; i++)
        values[r->count + i + (r->room > 2)] = r->values[i];
#else
    for (unsigned i = 0; i < wrapped; i++)
        values[r->count - wrapped + i] = r->values[i];
#endif
    free(r->values);
    r->values = values;
    r->room = room;
    r->first = 0;
    return true;
}

unsigned ring_count(const struct ring *r) {
    return r->count;
}

// Every value that was put in is positive.
bool ring_is_sound(const struct ring *r) {
    if (r->count > r->room || r->first >= r->room)
        return false;
    for (unsigned i = 0; i < r->count; i++)
        if (r->values[(r->first + i) % r->room] <= 0)
            return false;
    return true;
}
