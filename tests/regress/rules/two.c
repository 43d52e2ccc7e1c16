// expect: false(rule)
// engines: bmc
// options: --rule tests/regress/rules/lock.slic --rule tests/regress/rules/acq.slic
// replay: compiled program agrees
// says: rule acq: acquired twice
// Two rules at once.
int __VERIFIER_nondet_int(void);
extern void lock(void), unlock(void);
extern void acq(void), rel(void);
int main(void) {
    lock();
    acq();
    unlock();
    if (__VERIFIER_nondet_int() == 12)
        acq();
    return 0;
}
