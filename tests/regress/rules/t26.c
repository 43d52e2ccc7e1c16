// expect: true
// engines: bmc lazy impact slam
// options: --rule tests/regress/rules/lock.slic
// T26, the automaton of locking: lock twice and unlock before lock are errors.
int __VERIFIER_nondet_int(void);
extern void lock(void), unlock(void);
int main(void) {
    if (__VERIFIER_nondet_int() > 3) {
        lock();
        unlock();
    }
    lock();
    unlock();
    return 0;
}
