// rbtree.h - a set of numbers as a red-black tree
#ifndef RBTREE_H
#define RBTREE_H
#include <stdbool.h>

struct rbtree;
struct rbtree *rb_new(void);
void rb_free(struct rbtree *t);
bool rb_add(struct rbtree *t, int key);
bool rb_remove(struct rbtree *t, int key);
bool rb_is_valid(const struct rbtree *t);
#endif
