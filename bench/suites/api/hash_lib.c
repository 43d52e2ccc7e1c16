// hash_lib.c - a set of numbers by uthash (package uthash-dev)
//
// BUG: a member is freed before it is deleted from the table.
#include "hash_lib.h"
#include <stdlib.h>
#include <uthash.h>

struct member {
    int id;
    UT_hash_handle hh;
};

static struct member *find(struct set *s, int id) {
    struct member *m;
    HASH_FIND_INT(s->members, &id, m);
    return m;
}

bool set_add(struct set *s, int id) {
    if (find(s, id))
        return false;
    struct member *m = malloc(sizeof *m);
    m->id = id;
    HASH_ADD_INT(s->members, id, m);
    return true;
}

bool set_remove(struct set *s, int id) {
    struct member *m = find(s, id);
    if (!m)
        return false;
#ifdef BUG
    free(m);
    HASH_DEL(s->members, m);
#else
    HASH_DEL(s->members, m);
    free(m);
#endif
    return true;
}

bool set_has(struct set *s, int id) {
    return find(s, id) != NULL;
}

static int by_id(struct member *a, struct member *b) {
    return (a->id > b->id) - (a->id < b->id);
}

void set_sort(struct set *s) {
    HASH_SORT(s->members, by_id);
}

void set_clear(struct set *s) {
    struct member *m, *next;
    HASH_ITER(hh, s->members, m, next) {
        HASH_DEL(s->members, m);
        free(m);
    }
}

bool set_is_whole(struct set *s) {
    unsigned n = 0;
    for (struct member *m = s->members; m; m = m->hh.next)
        n++;
    return n == HASH_COUNT(s->members);
}
