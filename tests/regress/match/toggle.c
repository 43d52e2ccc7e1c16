// expect: true
// engines: match
// A loop without end whose states are few by predicates.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int lock = 0, old = 0, new = 0;
    do {
        if (lock)
            reach_error();
        lock = 1;
        old = new;
        if (__VERIFIER_nondet_int()) {
            lock = 0;
            new ++;
        }
    } while (new != old);
    if (!lock)
        reach_error();
}
