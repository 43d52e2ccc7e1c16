// expect: true
// engines: impact lazy
// Each p is needed between its two tests only: the abstract states must grow with their number, not with 2 to it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int LOCK;
void lock(void) { if (LOCK == 0) LOCK = 1; else reach_error(); }
void unlock(void) { if (LOCK == 1) LOCK = 0; else reach_error(); }
#define STEP(p) { if (p) lock(); while (N()) { } if (p) unlock(); }
int main(void) {
    int p1 = N();
    int p2 = N();
    int p3 = N();
    while (N()) {
        STEP(p1)
        STEP(p2)
        STEP(p3)
    }
}
