// expect: true
// engines: slam
// may-be-unknown: slam
// timeout: 10
// Refinement may diverge on the length of the list; then the answer is unknown, never false.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    struct node *next;
};
int main(void) {
    struct node *x = malloc(sizeof *x), *y = x;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->next = x;
        x = t;
    }
    while (x != y) {
        if (!x)
            reach_error();
        x = x->next;
    }
    return 0;
}
