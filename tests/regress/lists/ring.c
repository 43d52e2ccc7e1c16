// expect: true
// engines: lists
// options: --property valid-memsafety
// says: symbolic heap
// A circular list, which begins anywhere.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

int main(void) {
    struct node *ring = malloc(sizeof *ring);
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = ring->next;
        ring->next = n;
        if (__VERIFIER_nondet_int())
            ring = n;
    }
    struct node *p = ring;
    do {
        p->data = 0;
        p = p->next;
    } while (p != ring);
    p = ring->next;
    while (p != ring) {
        struct node *next = p->next;
        free(p);
        p = next;
    }
    free(ring);
    return 0;
}
