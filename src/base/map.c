#include "base/map.h"
#include "base/vec.h"
#include <stdlib.h>
#include <string.h>

uint64_t hash_mix(uint64_t h) {
    h ^= h >> 32;
    h *= 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9u;
    return h ^ h >> 32;
}

uint64_t hash_bytes(const void *bytes, size_t n, uint64_t seed) {
    const uint8_t *b = bytes;
    uint64_t h = seed ^ n * 0x9e3779b97f4a7c15u;
    for (; n >= 8; n -= 8, b += 8) {
        uint64_t word;
        memcpy(&word, b, 8);
        h = hash_mix(h ^ word);
    }
    uint64_t rest = 0;
    if (n)
        memcpy(&rest, b, n);
    return hash_mix(h ^ rest);
}

// Open addressing, linear probing, at most half full; the room is a power of 2.
static uint32_t slot_of(const Map *map, uint64_t key) {
    assert(map->room && !(map->room & (map->room - 1)));
    uint32_t mask = map->room - 1;
    uint32_t i = (uint32_t)hash_mix(key) & mask;
    while (map->used[i] && map->keys[i] != key)
        i = (i + 1) & mask;
    return i;
}

bool map_get(const Map *map, uint64_t key, uint32_t *value) {
    if (!map->room)
        return false;
    uint32_t i = slot_of(map, key);
    if (map->used[i] && value)
        *value = map->values[i];
    return map->used[i];
}

uint32_t map_find(const Map *map, uint64_t key) {
    uint32_t value = 0;
    map_get(map, key, &value);
    return value;
}

static void grow(Map *map) {
    Map old = *map;
    map->room = old.room ? old.room * 2 : 16;
    map->keys = base_alloc(map->room * sizeof *map->keys);
    map->values = base_alloc(map->room * sizeof *map->values);
    map->used = base_alloc(map->room);
    map->count = 0;
    for (uint32_t i = 0; i < old.room; i++)
        if (old.used[i])
            map_put(map, old.keys[i], old.values[i]);
    map_free(&old);
}

void map_put(Map *map, uint64_t key, uint32_t value) {
    if (map->count * 2 >= map->room)
        grow(map);
    uint32_t i = slot_of(map, key);
    assert(2 * map->count < map->room || map->used[i]);
    map->count += !map->used[i];
    map->used[i] = 1;
    map->keys[i] = key;
    map->values[i] = value;
}

void map_free(Map *map) {
    free(map->keys);
    free(map->values);
    free(map->used);
    *map = (Map){ 0 };
}

struct Names {
    Arena *arena;
    VEC(const char *) texts; // by handle; 0 is ""
    uint32_t *slots;         // open addressing over handles
    uint32_t room;
};

Names *names_new(void) {
    Names *names = base_alloc(sizeof *names);
    names->arena = arena_new();
    names->room = 64;
    names->slots = base_alloc(names->room * sizeof *names->slots);
    vec_push(&names->texts, "");
    return names;
}

void names_free(Names *names) {
    if (!names)
        return;
    arena_free(names->arena);
    vec_free(&names->texts);
    free(names->slots);
    free(names);
}

static uint32_t *name_slot(Names *names, const char *text, size_t length) {
    uint32_t i = (uint32_t)hash_bytes(text, length, 0) & (names->room - 1);
    for (; names->slots[i]; i = (i + 1) & (names->room - 1)) {
        const char *have = names->texts.at[names->slots[i]];
        if (strncmp(have, text, length) == 0 && have[length] == 0)
            break;
    }
    return &names->slots[i];
}

static void names_grow(Names *names) {
    free(names->slots);
    names->room *= 2;
    names->slots = base_alloc(names->room * sizeof *names->slots);
    for (uint32_t id = 1; id < names->texts.count; id++)
        *name_slot(names, names->texts.at[id], strlen(names->texts.at[id])) = id;
}

Name name_ofn(Names *names, const char *text, size_t length) {
    assert(text && names->texts.count);
    if (names->texts.count * 2 >= names->room)
        names_grow(names);
    uint32_t *slot = name_slot(names, text, length);
    if (!*slot) {
        *slot = names->texts.count;
        vec_push(&names->texts, arena_strndup(names->arena, text, length));
    }
    return (Name){ *slot };
}

Name name_of(Names *names, const char *text) {
    return name_ofn(names, text, strlen(text));
}

const char *name_text(const Names *names, Name name) {
    assert(name.id < names->texts.count);
    return names->texts.at[name.id];
}
