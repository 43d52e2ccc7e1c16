// expect: false(unreach-call)
// engines: impact lazy
// The twin of later-true.c that fails.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void lock(void);
static void unlock(void);
int main(void) {
    while (__VERIFIER_nondet_int()) {
        lock();
        unlock();
    }
    return 0;
}
static int held = 0;
static void lock(void) {
    if (held)
        reach_error();
    held = 1;
}
static void unlock(void) {
    held = __VERIFIER_nondet_int();
}
