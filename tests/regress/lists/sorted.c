// expect: true
// engines: lists
// options: --property valid-memsafety
// says: symbolic heap
// Sorted insertion.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

static void insert(struct node **list, int data) {
    struct node *n = malloc(sizeof *n), *before = NULL, *p = *list;
    n->data = data;
    while (p && p->data < data) {
        before = p;
        p = p->next;
    }
    n->next = p;
    if (before)
        before->next = n;
    else
        *list = n;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int())
        insert(&list, __VERIFIER_nondet_int());
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
