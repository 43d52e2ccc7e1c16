// expect: true
// engines: lists
// options: --property valid-memsafety
// says: symbolic heap
// The last node is known by its number.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int kind; };

int main(void) {
    struct node *list = malloc(sizeof *list);
    list->next = NULL;
    list->kind = 3;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->kind = __VERIFIER_nondet_int() ? 1 : 2;
        list = n;
    }
    while (list->kind != 3) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    free(list);
    return 0;
}
