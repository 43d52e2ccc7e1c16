// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin: BUG() does nothing, and the lock is freed twice.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
#define BUG()
int LOCK;
void lock(void) { if (LOCK == 0) LOCK = 1; else reach_error(); }
void unlock(void) { if (LOCK == 1) LOCK = 0; else reach_error(); }
void add_request(void) { if (N()) { BUG(); unlock(); return; } }
void make_request(void) { lock(); add_request(); unlock(); }
int main(void) { while (N()) make_request(); }
