// expect: true
// engines: impact lazy
// At the loop's test the lock is free and new_ differs from old, or it is taken and they are equal.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int LOCK;
void lock(void) { if (LOCK == 0) LOCK = 1; else reach_error(); }
void unlock(void) { if (LOCK == 1) LOCK = 0; else reach_error(); }
int old, new_;
int main(void) {
    new_ = N();
    do {
        lock();
        old = new_;
        if (N()) { unlock(); new_++; }
    } while (new_ != old);
    unlock();
}
