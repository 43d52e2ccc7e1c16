// tree_lib.c - a set of numbers by RB_TREE of <bsd/sys/tree.h> (package libbsd-dev)
//
// BUG: where a key is in already, the old entry is freed and not the new one.
#include "tree_lib.h"
#include <stdlib.h>
#include <bsd/sys/tree.h>

struct entry {
    int key;
    RB_ENTRY(entry) link;
};

static int compare(struct entry *a, struct entry *b) {
    return (a->key > b->key) - (a->key < b->key);
}

RB_HEAD(entries, entry);
RB_PROTOTYPE(entries, entry, link, compare)
RB_GENERATE(entries, entry, link, compare)

struct index {
    struct entries entries;
};

struct index *index_new(void) {
    struct index *x = malloc(sizeof *x);
    RB_INIT(&x->entries);
    return x;
}

void index_free(struct index *x) {
    struct entry *e;
    while ((e = RB_ROOT(&x->entries))) {
        RB_REMOVE(entries, &x->entries, e);
        free(e);
    }
    free(x);
}

bool index_add(struct index *x, int key) {
    struct entry *e = malloc(sizeof *e), *old;
    e->key = key;
    old = RB_INSERT(entries, &x->entries, e);
    if (!old)
        return true;
#ifdef BUG
    free(old);
#else
    free(e);
#endif
    return false;
}

bool index_remove(struct index *x, int key) {
    struct entry wanted = { .key = key }, *e = RB_FIND(entries, &x->entries, &wanted);
    if (!e)
        return false;
    RB_REMOVE(entries, &x->entries, e);
    free(e);
    return true;
}

bool index_is_sorted(struct index *x) {
    struct entry *e, *before = NULL;
    for (e = RB_MIN(entries, &x->entries); e; e = RB_NEXT(entries, &x->entries, e)) {
        if (before && before->key >= e->key)
            return false;
        before = e;
    }
    return true;
}
