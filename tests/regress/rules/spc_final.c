// expect: false(rule)
// engines: bmc
// options: --rule tests/regress/rules/lock.spc
// replay: compiled program agrees
// says: rule lock: at the end not: locked == 0
// The end of the program is an event too.
int __VERIFIER_nondet_int(void);
extern void lock(void), unlock(void);
int main(void) {
    lock();
    if (__VERIFIER_nondet_int() != 5)
        unlock();
    return 0;
}
