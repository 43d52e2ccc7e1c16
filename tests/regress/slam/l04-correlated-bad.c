// expect: false
// engines: slam
// The second lock is given back by the third condition.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void lock(int *l) {
    if (*l)
        reach_error();
    *l = 1;
}
static void unlock(int *l) {
    if (!*l)
        reach_error();
    *l = 0;
}
int main(void) {
    while (__VERIFIER_nondet_int()) {
        int p1 = __VERIFIER_nondet_int(), p2 = __VERIFIER_nondet_int(), p3 = __VERIFIER_nondet_int();
        int l1 = 0, l2 = 0, l3 = 0;
        if (p1)
            lock(&l1);
        if (p2)
            lock(&l2);
        if (p3)
            lock(&l3);
        if (p1)
            unlock(&l1);
        if (p3)
            unlock(&l2);
        if (p3)
            unlock(&l3);
    }
    return 0;
}
