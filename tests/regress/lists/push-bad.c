// expect: false(valid-deref)
// engines: bmc lists
// options: --property valid-memsafety
// may-be-unknown: lists
// A node is read after it was freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->data = __VERIFIER_nondet_int();
        list = n;
    }
    for (struct node *p = list; p; p = p->next)
        p->data++;
    while (list) {
        free(list);
        list = list->next;
    }
    return 0;
}
