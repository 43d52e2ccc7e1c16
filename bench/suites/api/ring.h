// ring.h - a queue of numbers in a ring buffer of fixed size
#ifndef RING_H
#define RING_H
#include <stdbool.h>

struct ring;
struct ring *ring_new(unsigned room);
void ring_free(struct ring *r);
bool ring_put(struct ring *r, int value); // false: it is full
bool ring_take(struct ring *r);           // false: it is empty
bool ring_double(struct ring *r);         // twice the room; false: that is too much
unsigned ring_count(const struct ring *r);
bool ring_is_sound(const struct ring *r);
#endif
