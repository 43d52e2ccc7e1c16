// base.h - what every module may use without thinking
//
// Memory comes in two kinds: arenas (given back as a whole) and growable
// arrays (vec.h).  Allocation never returns NULL: when the machine is out of
// memory the process ends with exit code 6 and a message.
#ifndef BASE_H
#define BASE_H
#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

// Reports a bug of Hone and ends the process with exit code 6.
_Noreturn void bug(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Heap memory, zeroed; 'base_resize' keeps the old contents.  free() gives back.
void *base_alloc(size_t bytes);
void *base_resize(void *old, size_t bytes);

// ---- arenas: many small things with one lifetime ----
typedef struct Arena Arena;
typedef struct ArenaMark {
    void *block;
    size_t used;
} ArenaMark;

Arena *arena_new(void);
void arena_free(Arena *arena);
void *arena_alloc(Arena *arena, size_t bytes); // zeroed, aligned to 16
ArenaMark arena_mark(const Arena *arena);
void arena_release(Arena *arena, ArenaMark mark); // all allocated since 'mark'
char *arena_strndup(Arena *arena, const char *text, size_t length);
char *arena_strdup(Arena *arena, const char *text);
char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define arena_array(arena, T, n) ((T *)arena_alloc((arena), sizeof(T) * (size_t)(n)))

// ---- why something could not be done; the text reaches the user ----
typedef struct Reason {
    char text[400];
} Reason;
void reason_set(Reason *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---- log: topics chosen at run time by HONE_LOG=topic,topic ----
bool log_on(const char *topic);
void log_line(const char *topic, const char *format, ...) __attribute__((format(printf, 2, 3)));
#ifdef NDEBUG
#define LOG(topic, ...) ((void)0)
#else
#define LOG(topic, ...) (log_on(#topic) ? log_line(#topic, __VA_ARGS__) : (void)0)
#endif

// ---- clocks ----
double clock_wall(void); // seconds, monotonic
double clock_cpu(void);  // seconds of this process
#endif
