// expect: false(valid-deref)
// engines: bmc lists
// options: --property valid-memsafety
// may-be-unknown: lists
// A link back leads to a freed node.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; };

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->prev = NULL;
        if (list)
            list->prev = n;
        list = n;
    }
    struct node *p = list;
    while (p && __VERIFIER_nondet_int())
        p = p->next;
    if (p) {
        if (p->prev)
            p->prev->next = p->next;
        else
            list = p->next;
        if (p->next)
            p->next->prev = p;
        free(p);
    }
    p = list;
    while (p && p->next)
        p = p->next;
    while (p) {
        struct node *before = p->prev;
        free(p);
        p = before;
    }
    return 0;
}
