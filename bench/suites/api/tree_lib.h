// tree_lib.h - a set of numbers by RB_TREE of <bsd/sys/tree.h> (package libbsd-dev)
#ifndef TREE_LIB_H
#define TREE_LIB_H
#include <stdbool.h>

struct index;
struct index *index_new(void);
void index_free(struct index *x);
bool index_add(struct index *x, int key);
bool index_remove(struct index *x, int key);
bool index_is_sorted(struct index *x);
#endif
