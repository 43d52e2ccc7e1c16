// expect: true
// engines: impact lazy
// In the copies the allocation is outside all loops, in the program it is not: proofs must not know where the object is.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int state = 0, *p = 0, *q = 0;
    while (__VERIFIER_nondet_int()) {
        if (state == 0) {
            p = malloc(sizeof *p);
            *p = 1;
            state = 1;
        } else if (state == 1) {
            q = malloc(sizeof *q);
            *q = 5;
            state = 2;
        } else if (state == 2 && (*p != 1 || *q != 5)) {
            state = 3;
        } else if (state == 3) {
            reach_error();
        }
    }
    return 0;
}
