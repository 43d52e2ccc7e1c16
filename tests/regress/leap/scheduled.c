// expect: false(unreach-call)
// engines: leap
// timeout: 120
// Which choice is right depends on a test of the program: a predicate schedules the branches.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned i = 0;
    while (i < 500000) {
        if (__VERIFIER_nondet_int()) {
            if (i % 2)
                return 0;
            i += 3;
        } else {
            if (i % 2 == 0)
                return 0;
            i -= 1;
        }
    }
    reach_error();
}
