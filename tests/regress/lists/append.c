// expect: true
// engines: lists
// options: --property valid-memsafety
// says: symbolic heap
// Nodes are appended at the tail, which a variable names.
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
    if (last)
        last->data = 1;
    while (list) {
        last = list;
        list = list->next;
        free(last);
    }
    return 0;
}
