// expect: false(valid-free)
// engines: bmc lists
// options: --property valid-memsafety
// may-be-unknown: lists
// A node is freed twice.
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
    p = ring;
    free(ring->next);
    while (p != ring) {
        struct node *next = p->next;
        free(p);
        p = next;
    }
    free(ring);
    return 0;
}
