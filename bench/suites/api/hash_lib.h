// hash_lib.h - a set of numbers by uthash (package uthash-dev)
#ifndef HASH_LIB_H
#define HASH_LIB_H
#include <stdbool.h>

struct set {
    struct member *members;
};
bool set_add(struct set *s, int id);
bool set_remove(struct set *s, int id);
bool set_has(struct set *s, int id);
void set_sort(struct set *s);
void set_clear(struct set *s);
bool set_is_whole(struct set *s);
#endif
