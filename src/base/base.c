#include "base/base.h"
#include "base/vec.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

void bug(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("hone: internal error: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(6);
}

static void *checked(void *memory) {
    if (!memory) {
        fputs("hone: out of memory\n", stderr);
        exit(6);
    }
    return memory;
}

void *base_alloc(size_t bytes) {
    return checked(calloc(1, bytes ? bytes : 1));
}

void *base_resize(void *old, size_t bytes) {
    return checked(realloc(old, bytes ? bytes : 1));
}

// ---- arenas: a list of blocks, the newest first ----
typedef struct Block {
    struct Block *older;
    size_t used, room;
    size_t pad; // keeps the bytes behind the header aligned to 16
} Block;

struct Arena {
    Block *newest;
};

enum { FIRST_BLOCK = 1 << 12, LARGEST_BLOCK = 1 << 20 };

Arena *arena_new(void) {
    return base_alloc(sizeof(Arena));
}

void arena_free(Arena *arena) {
    if (!arena)
        return;
    arena_release(arena, (ArenaMark){ 0 });
    free(arena);
}

static Block *push_block(Arena *arena, size_t bytes) {
    size_t room = arena->newest ? arena->newest->room * 2 : FIRST_BLOCK;
    if (room > LARGEST_BLOCK)
        room = LARGEST_BLOCK;
    if (room < bytes)
        room = bytes;
    static_assert(sizeof(Block) % 16 == 0, "what follows the header is aligned");
    Block *b = checked(malloc(sizeof(Block) + room));
    *b = (Block){ .older = arena->newest, .room = room };
    arena->newest = b;
    return b;
}

void *arena_alloc(Arena *arena, size_t bytes) {
    assert(arena && bytes <= SIZE_MAX - 15);
    bytes = (bytes + 15) & ~(size_t)15;
    Block *b = arena->newest;
    if (!b || b->room - b->used < bytes)
        b = push_block(arena, bytes);
    void *memory = (char *)(b + 1) + b->used;
    b->used += bytes;
    assert(b->used <= b->room);
    return memset(memory, 0, bytes);
}

ArenaMark arena_mark(const Arena *arena) {
    return (ArenaMark){ arena->newest, arena->newest ? arena->newest->used : 0 };
}

void arena_release(Arena *arena, ArenaMark mark) {
    while (arena->newest != mark.block) {
        Block *b = arena->newest;
        assert(b); // else the mark is of another arena, or was released already
        arena->newest = b->older;
        free(b);
    }
    assert(!arena->newest || mark.used <= arena->newest->used);
    if (arena->newest)
        arena->newest->used = mark.used;
}

char *arena_strndup(Arena *arena, const char *text, size_t length) {
    assert(text);
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(Arena *arena, const char *text) {
    return arena_strndup(arena, text, strlen(text));
}

char *arena_printf(Arena *arena, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    assert(length >= 0);
    char *text = arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(args);
    return text;
}

void reason_set(Reason *why, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(why->text, sizeof why->text, format, args);
    va_end(args);
}

bool log_on(const char *topic) {
    const char *on = getenv("HONE_LOG");
    const char *at = on ? strstr(on, topic) : NULL;
    if (!at)
        return false;
    char after = at[strlen(topic)];
    return (at == on || at[-1] == ',') && (after == 0 || after == ',');
}

void log_line(const char *topic, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fprintf(stderr, "[%s] ", topic);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double clock_wall(void) {
    return seconds(CLOCK_MONOTONIC);
}

double clock_cpu(void) {
    return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

// ---- vec.h ----
void *vec_grow(void *at, uint32_t *room, uint32_t need, size_t size) {
    assert(need > *room && size);
    uint64_t larger = *room ? (uint64_t)*room * 2 : 8;
    if (larger < need)
        larger = need;
    if (larger > UINT32_MAX)
        larger = UINT32_MAX;
    *room = (uint32_t)larger;
    return base_resize(at, (size_t)larger * size);
}

void text_add(Text *text, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    assert(length >= 0 && text->count <= UINT32_MAX - (uint32_t)length - 1);
    vec_reserve(text, text->count + (uint32_t)length + 1);
    vsnprintf(text->at + text->count, (size_t)length + 1, format, again);
    text->count += (uint32_t)length;
    va_end(again);
    va_end(args);
}
