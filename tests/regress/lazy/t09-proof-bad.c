// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin of t09: adds 1 or 0.
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
        if (N()) { unlock(); new_ += N() & 1; }
    } while (new_ != old);
    unlock();
}
