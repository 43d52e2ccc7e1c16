// expect: true
// engines: impact lazy bmc
// One pass of the lock example as straight code: new_ and old differ after the increment.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int LOCK;
void lock(void) { if (LOCK == 0) LOCK = 1; else reach_error(); }
void unlock(void) { if (LOCK == 1) LOCK = 0; else reach_error(); }
int main(void) {
    int new_ = N(), old;
    lock();
    old = new_;
    unlock();
    new_ = new_ + 1;
    if (new_ == old) unlock();
}
