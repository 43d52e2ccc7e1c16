// heap.h - a priority queue of numbers as a binary heap in an array
#ifndef HEAP_H
#define HEAP_H
#include <stdbool.h>

struct heap;
struct heap *heap_new(void);
void heap_free(struct heap *h);
void heap_push(struct heap *h, int key);
bool heap_pop(struct heap *h, int *least); // false: it is empty
bool heap_is_ordered(const struct heap *h);
#endif
