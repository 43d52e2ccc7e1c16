// expect: true
// engines: lazy impact
// options: --rule tests/regress/rules/lock.spc
// The same rule in the language of BLAST, with initial and final.
int __VERIFIER_nondet_int(void);
extern void lock(void), unlock(void);
int main(void) {
    while (__VERIFIER_nondet_int()) {
        lock();
        unlock();
    }
    return 0;
}
