// expect: false(valid-deref)
// engines: bmc lists
// options: --property valid-memsafety
// may-be-unknown: lists
// A pointer to an object on the stack is used when its function has returned.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
struct list { struct node *first, *last; };

static struct node **latest;

static int remember(struct list *l) {
    struct node *kept[2];
    struct node **p;
    if (__VERIFIER_nondet_int())
        p = &kept[1];
    else
        p = &kept[0];
    *p = l->first;
    latest = p;
    return *p == l->first;
}

static void append(struct list *l) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    if (l->last)
        l->last->next = n;
    else
        l->first = n;
    l->last = n;
}

int main(void) {
    struct list lists[2], *l;
    if (__VERIFIER_nondet_int())
        l = &lists[1];
    else
        l = &lists[0];
    l->first = l->last = NULL;
    while (__VERIFIER_nondet_int()) {
        append(l);
        remember(l);
        *latest = l->first;
    }
    while (l->first) {
        struct node *n = l->first;
        l->first = n->next;
        free(n);
    }
    return 0;
}
