// vec.h - growable arrays
//
//   VEC(int) numbers = {0};
//   vec_push(&numbers, 7);
//   for (uint32_t i = 0; i < numbers.count; i++) use(numbers.at[i]);
//   vec_free(&numbers);
//
// The zero value is an empty array.  Pushing may move the elements.
#ifndef VEC_H
#define VEC_H
#include "base/base.h"
#include <stdlib.h>
#include <string.h>

#define VEC(T)                \
    struct {                  \
        T *at;                \
        uint32_t count, room; \
    }

typedef VEC(uint32_t) VecU32;
typedef VEC(char) Text;
typedef VEC(const char *) Texts; // borrowed

void *vec_grow(void *at, uint32_t *room, uint32_t need, size_t size);

#define vec_reserve(v, n) \
    ((v)->room >= (n) ? (void)0 : (void)((v)->at = vec_grow((v)->at, &(v)->room, (uint32_t)(n), sizeof *(v)->at)))
#define vec_push(v, ...) (vec_reserve((v), (v)->count + 1), (void)((v)->at[(v)->count++] = (__VA_ARGS__)))
// Adds one zeroed element and gives its address.
#define vec_add(v) \
    (vec_reserve((v), (v)->count + 1), memset(&(v)->at[(v)->count], 0, sizeof *(v)->at), &(v)->at[(v)->count++])
#define vec_pop(v) (*(assert((v)->count > 0), &(v)->at[--(v)->count]))
#define vec_last(v) (*(assert((v)->count > 0), &(v)->at[(v)->count - 1]))
#define vec_free(v) (free((v)->at), (v)->at = NULL, (v)->count = (v)->room = 0)
// Makes the count 'n'; new elements are zero.
#define vec_resize(v, n)                                                                                       \
    (vec_reserve((v), (n)),                                                                                    \
     (n) > (v)->count ? (void)memset((v)->at + (v)->count, 0, ((n) - (v)->count) * sizeof *(v)->at) : (void)0, \
     (void)((v)->count = (uint32_t)(n)))

// Text buffers: 'text_add' appends formatted text and keeps it 0-terminated.
void text_add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
#endif
