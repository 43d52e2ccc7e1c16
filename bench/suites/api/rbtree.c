// rbtree.c - a red-black tree, after T. Cormen, C. Leiserson, R. Rivest, C. Stein, "Introduction to Algorithms"
//
// BUG: when a removal rotates the brother, the brother before the rotation is used further on.
#include "rbtree.h"
#include <stdlib.h>

enum colour { RED, BLACK };
enum { LEFT, RIGHT };

struct node {
    int key;
    enum colour colour;
    struct node *parent, *child[2];
};
struct rbtree {
    struct node *root;
    struct node nil; // black; stands for every leaf
};

struct rbtree *rb_new(void) {
    struct rbtree *t = malloc(sizeof *t);
    t->root = &t->nil;
    t->nil = (struct node){ 0, BLACK, &t->nil, { &t->nil, &t->nil } };
    return t;
}

static void free_nodes(struct rbtree *t, struct node *n) {
    if (n == &t->nil)
        return;
    free_nodes(t, n->child[LEFT]);
    free_nodes(t, n->child[RIGHT]);
    free(n);
}

void rb_free(struct rbtree *t) {
    free_nodes(t, t->root);
    free(t);
}

// 'new' takes the place of 'old' below the parent of that.
static void replace(struct rbtree *t, struct node *old, struct node *new) {
    if (old->parent == &t->nil)
        t->root = new;
    else
        old->parent->child[old == old->parent->child[RIGHT]] = new;
    new->parent = old->parent;
}

// The child on the other side comes up.
static void rotate(struct rbtree *t, struct node *n, int side) {
    struct node *up = n->child[!side];
    n->child[!side] = up->child[side];
    if (up->child[side] != &t->nil)
        up->child[side]->parent = n;
    replace(t, n, up);
    up->child[side] = n;
    n->parent = up;
}

static void repair_add(struct rbtree *t, struct node *n) {
    while (n->parent->colour == RED) {
        struct node *grand = n->parent->parent;
        int side = n->parent == grand->child[RIGHT];
        struct node *uncle = grand->child[!side];
        if (uncle->colour == RED) {
            n->parent->colour = uncle->colour = BLACK;
            grand->colour = RED;
            n = grand;
            continue;
        }
        if (n == n->parent->child[!side]) {
            n = n->parent;
            rotate(t, n, side);
        }
        n->parent->colour = BLACK;
        grand->colour = RED;
        rotate(t, grand, !side);
    }
    t->root->colour = BLACK;
}

bool rb_add(struct rbtree *t, int key) {
    struct node *parent = &t->nil, *n = t->root;
    while (n != &t->nil) {
        if (n->key == key)
            return false;
        parent = n;
        n = n->child[key > n->key];
    }
    n = malloc(sizeof *n);
    *n = (struct node){ key, RED, parent, { &t->nil, &t->nil } };
    if (parent == &t->nil)
        t->root = n;
    else
        parent->child[key > parent->key] = n;
    repair_add(t, n);
    return true;
}

static void repair_remove(struct rbtree *t, struct node *n) {
    while (n != t->root && n->colour == BLACK) {
        int side = n == n->parent->child[RIGHT];
        struct node *brother = n->parent->child[!side];
        if (brother->colour == RED) {
            brother->colour = BLACK;
            n->parent->colour = RED;
            rotate(t, n->parent, side);
            brother = n->parent->child[!side];
        }
        if (brother->child[LEFT]->colour == BLACK && brother->child[RIGHT]->colour == BLACK) {
            brother->colour = RED;
            n = n->parent;
            continue;
        }
        if (brother->child[!side]->colour == BLACK) {
            brother->child[side]->colour = BLACK;
            brother->colour = RED;
            rotate(t, brother, !side);
#ifndef BUG
            brother = n->parent->child[!side];
#endif
        }
        brother->colour = n->parent->colour;
        n->parent->colour = BLACK;
        brother->child[!side]->colour = BLACK;
        rotate(t, n->parent, side);
        n = t->root;
    }
    n->colour = BLACK;
}

bool rb_remove(struct rbtree *t, int key) {
    struct node *n = t->root;
    while (n != &t->nil && n->key != key)
        n = n->child[key > n->key];
    if (n == &t->nil)
        return false;
    struct node *out = n, *child;
    if (n->child[LEFT] != &t->nil && n->child[RIGHT] != &t->nil)
        for (out = n->child[RIGHT]; out->child[LEFT] != &t->nil;)
            out = out->child[LEFT];
    child = out->child[out->child[LEFT] == &t->nil];
    replace(t, out, child);
    n->key = out->key;
    if (out->colour == BLACK)
        repair_remove(t, child);
    free(out);
    return true;
}

// The number of black nodes on the way to every leaf; -1: they differ, or red is below red.
static int black_height(const struct rbtree *t, const struct node *n) {
    if (n == &t->nil)
        return 1;
    int left = black_height(t, n->child[LEFT]), right = black_height(t, n->child[RIGHT]);
    if (left != right || left < 0)
        return -1;
    if (n->colour == RED && n->parent->colour == RED)
        return -1;
    return left + (n->colour == BLACK);
}

bool rb_is_valid(const struct rbtree *t) {
    return t->root->colour == BLACK && black_height(t, t->root) > 0;
}
