// tree.h - a set of numbers as a binary search tree
#ifndef TREE_H
#define TREE_H
#include <stdbool.h>

struct tree;
struct tree *tree_new(void);
void tree_free(struct tree *t);
bool tree_add(struct tree *t, int key);    // false: it was in
bool tree_remove(struct tree *t, int key); // false: it was not in
bool tree_has(const struct tree *t, int key);
unsigned tree_size(const struct tree *t);
bool tree_is_sorted(const struct tree *t);
#endif
