// map.h - hash maps from 64-bit keys to 32-bit values, and interned names
//
// A Map's zero value is empty.  Iteration order is not defined: keep a vector
// beside it where order reaches the output.
#ifndef MAP_H
#define MAP_H
#include "base/base.h"

typedef struct Map {
    uint64_t *keys;
    uint32_t *values;
    uint8_t *used;
    uint32_t count, room;
} Map;

bool map_get(const Map *map, uint64_t key, uint32_t *value); // value may be NULL
uint32_t map_find(const Map *map, uint64_t key);             // 0 where absent
void map_put(Map *map, uint64_t key, uint32_t value);        // adds or replaces
void map_free(Map *map);

uint64_t hash_mix(uint64_t h);
uint64_t hash_bytes(const void *bytes, size_t n, uint64_t seed);

// ---- interned names: equal texts have equal handles; 0 is no name ----
typedef struct Names Names;
typedef struct Name {
    uint32_t id;
} Name;

Names *names_new(void);
void names_free(Names *names);
Name name_of(Names *names, const char *text);
Name name_ofn(Names *names, const char *text, size_t length);
const char *name_text(const Names *names, Name name); // "" for no name
#endif
