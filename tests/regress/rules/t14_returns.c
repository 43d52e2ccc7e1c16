// expect: false(rule)
// engines: bmc
// options: --rule tests/regress/rules/lock.slic
// T14: add_request of ll_rw_block unlocks behind BUG(), taken for a function that returns.
int __VERIFIER_nondet_int(void);
extern void lock(void), unlock(void);
extern void BUG(void);
static void add_request(void) {
    if (__VERIFIER_nondet_int()) {
        BUG();
        unlock();
        return;
    }
}
int main(void) {
    lock();
    add_request();
    unlock();
    return 0;
}
