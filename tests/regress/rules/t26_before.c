// expect: false(rule)
// engines: bmc
// options: --rule tests/regress/rules/lock.slic
// replay: compiled program agrees
// says: rule lock: unlocked, not locked
// T26, unlock before lock.
int __VERIFIER_nondet_int(void);
extern void lock(void), unlock(void);
int main(void) {
    if (__VERIFIER_nondet_int() > 3)
        unlock();
    lock();
    unlock();
    return 0;
}
