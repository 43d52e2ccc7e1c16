// expect: false(unreach-call)
// engines: impact lazy bmc
// may-be-unknown: impact lazy
// timeout: 10
// Twin: runs past the end of the list.
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
        y->next = 0;
        while (x) {
            if (x == y) reach_error();
            x = x->next;
        }
        x = y;
    }
}
