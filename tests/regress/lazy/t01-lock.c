// expect: true
// engines: impact lazy portfolio
// The lock example: the lock is held at the second loop's test just where new_ equals old.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int LOCK;
void lock(void) { if (LOCK == 0) LOCK = 1; else reach_error(); }
void unlock(void) { if (LOCK == 1) LOCK = 0; else reach_error(); }
int old, new_, got_lock;
int main(void) {
    if (N()) {
        do {
            got_lock = 0;
            if (N()) { lock(); got_lock++; }
            if (got_lock) unlock();
        } while (N());
    }
    do {
        lock();
        old = new_;
        if (N()) { unlock(); new_++; }
    } while (new_ != old);
    unlock();
}
