// expect: true
// engines: bmc lazy slam
// options: --rule tests/regress/rules/bug-stops.slic
// T14: add_request of ll_rw_block unlocks behind BUG(), which never returns.
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
