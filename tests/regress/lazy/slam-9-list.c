// expect: true
// engines: impact lazy
// may-be-unknown: impact lazy
// timeout: 10
// Every unrolling of the list needs a new predicate: this kind of refinement does not end.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
#include <stdlib.h>
struct cell { struct cell *next; };
int main(void) {
    struct cell *x = malloc(sizeof *x), *y = x, *t;
    if (!x) return 0;
    while (N()) {
        t = malloc(sizeof *t);
        if (!t) return 0;
        t->next = x;
        x = t;
        while (x != y) {
            if (!x) reach_error();
            x = x->next;
        }
    }
}
