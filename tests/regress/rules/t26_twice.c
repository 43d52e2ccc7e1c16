// expect: false(rule)
// engines: bmc lazy impact slam
// options: --rule tests/regress/rules/lock.slic
// replay: compiled program agrees
// says: t26_twice.c:12:5: rule lock: locked twice \(locked first at t26_twice.c:11\)
// T26, lock twice.
int __VERIFIER_nondet_int(void);
extern void lock(void), unlock(void);
int main(void) {
    if (__VERIFIER_nondet_int() > 3)
        lock();
    lock();
    unlock();
    return 0;
}
