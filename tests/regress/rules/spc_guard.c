// expect: false(rule)
// engines: bmc
// options: --rule tests/regress/rules/lock.spc
// says: rule lock: at unlock not: locked == 1
int __VERIFIER_nondet_int(void);
extern void lock(void), unlock(void);
int main(void) {
    unlock();
    return 0;
}
