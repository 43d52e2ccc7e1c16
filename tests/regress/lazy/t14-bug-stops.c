// expect: true
// engines: impact lazy
// BUG() ends the run: the lock is freed once.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
extern void abort(void);
#define BUG() abort()
int LOCK;
void lock(void) { if (LOCK == 0) LOCK = 1; else reach_error(); }
void unlock(void) { if (LOCK == 1) LOCK = 0; else reach_error(); }
void add_request(void) { if (N()) { BUG(); unlock(); return; } }
void make_request(void) { lock(); add_request(); unlock(); }
int main(void) { while (N()) make_request(); }
