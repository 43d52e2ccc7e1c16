// expect: false(unreach-call)
// engines: bmc impact
// Which way the run goes hangs on memory that was never written, of which a witness can say nothing: a run along it is
// looked for.  The witness of the program with LONG is one of this program too, where there are shorter runs.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int *state = malloc(2 * sizeof *state), n = 0;
    if (!state)
        return 0;
    while (n < 5) {
        int step = __VERIFIER_nondet_int();
#ifndef LONG
        if (step == 3)
            n = 4;
        else
#endif
        if (step != 7 + n)
            return 0;
        if (state[n & 1] < 100)
            return 0;
        n++;
    }
    reach_error();
    return 0;
}
