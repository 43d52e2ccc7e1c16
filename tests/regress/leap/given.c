// expect: false(unreach-call)
// engines: leap
// timeout: 120
// options: --stats --states 0 --predicates tests/regress/leap/given.predicates
// says: loop at line .*: entry .*; inside .*high
// The abstract path is that of a given predicate: one loop before 'high' holds, one behind.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = 0, high = 0;
    while (i < 300000) {
        if (i == 100000)
            high = 7;
        if (__VERIFIER_nondet_int()) {
            if (!high)
                return 0;
        } else {
            if (high)
                return 0;
        }
        i++;
    }
    if (high)
        reach_error();
}
