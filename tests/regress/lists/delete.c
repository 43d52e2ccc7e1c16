// expect: true
// engines: lists
// options: --property valid-memsafety
// says: symbolic heap
// A list is reversed, and one node is taken out of it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

int main(void) {
    struct node *list = NULL, *turned = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        list->next = turned;
        turned = list;
        list = next;
    }
    struct node *before = NULL, *p = turned;
    while (p && __VERIFIER_nondet_int()) {
        before = p;
        p = p->next;
    }
    if (p) {
        if (before)
            before->next = p->next;
        else
            turned = p->next;
        free(p);
    }
    while (turned) {
        struct node *next = turned->next;
        free(turned);
        turned = next;
    }
    return 0;
}
