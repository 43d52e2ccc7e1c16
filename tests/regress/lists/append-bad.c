// expect: false(valid-deref)
// engines: bmc lists
// options: --property valid-memsafety
// may-be-unknown: lists
// The list may be empty.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

int main(void) {
    struct node *list = NULL, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = NULL;
        if (last)
            last->next = n;
        else
            list = n;
        last = n;
    }
    last->data = 1;
    while (list) {
        last = list;
        list = list->next;
        free(last);
    }
    return 0;
}
