// tree.c - a binary search tree
//
// BUG: tree_remove frees a node with two children before it has moved the key of its successor into place.
#include "tree.h"
#include <limits.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};
struct tree {
    struct node *root;
    unsigned size;
};

struct tree *tree_new(void) {
    struct tree *t = malloc(sizeof *t);
    t->root = NULL;
    t->size = 0;
    return t;
}

static void free_nodes(struct node *n) {
    if (!n)
        return;
    free_nodes(n->left);
    free_nodes(n->right);
    free(n);
}

void tree_free(struct tree *t) {
    free_nodes(t->root);
    free(t);
}

// The pointer to the node of that key, or the one that would point to it.
static struct node **find(struct tree *t, int key) {
    struct node **at = &t->root;
    while (*at && (*at)->key != key) {
        if (key < (*at)->key)
            at = &(*at)->left;
        else
            at = &(*at)->right;
    }
    return at;
}

bool tree_add(struct tree *t, int key) {
    struct node **at = find(t, key);
    if (*at)
        return false;
    *at = malloc(sizeof **at);
    (*at)->key = key;
    (*at)->left = (*at)->right = NULL;
    t->size++;
    return true;
}

// Takes the node with the least key out of a part of the tree.
static struct node *take_least(struct node **at) {
    while ((*at)->left)
        at = &(*at)->left;
    struct node *n = *at;
    *at = n->right;
    return n;
}

bool tree_remove(struct tree *t, int key) {
    struct node **at = find(t, key);
    struct node *n = *at;
    if (!n)
        return false;
    if (!n->left) {
        *at = n->right;
    } else if (!n->right) {
        *at = n->left;
    } else {
#ifdef BUG
        free(n);
#endif
        struct node *next = take_least(&n->right);
        next->left = n->left;
        next->right = n->right;
        *at = next;
#ifdef BUG
        n = NULL;
#endif
    }
    free(n);
    t->size--;
    return true;
}

bool tree_has(const struct tree *t, int key) {
    const struct node *n = t->root;
    while (n && n->key != key)
        if (key < n->key)
            n = n->left;
        else
            n = n->right;
    return n != NULL;
}

unsigned tree_size(const struct tree *t) {
    return t->size;
}

static bool is_sorted(const struct node *n, long least, long most) {
    if (!n)
        return true;
    if (n->key < least || n->key > most)
        return false;
    return is_sorted(n->left, least, n->key - 1L) && is_sorted(n->right, n->key + 1L, most);
}

bool tree_is_sorted(const struct tree *t) {
    return is_sorted(t->root, INT_MIN, INT_MAX);
}
