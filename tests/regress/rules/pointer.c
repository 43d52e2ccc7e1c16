// expect: false(rule)
// engines: bmc
// options: --rule tests/regress/rules/lock.slic
// replay: compiled program agrees
// says: rule lock: locked twice
// A function without body is called through a pointer.
int __VERIFIER_nondet_int(void);
extern void lock(void), unlock(void);
int main(void) {
    void (*f)(void) = __VERIFIER_nondet_int() ? lock : unlock;
    lock();
    f();
    return 0;
}
