// expect: true
// engines: impact lazy
// slow
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
    int p4 = N();
    int p5 = N();
    int p6 = N();
    int p7 = N();
    int p8 = N();
    int p9 = N();
    int p10 = N();
    while (N()) {
        STEP(p1)
        STEP(p2)
        STEP(p3)
        STEP(p4)
        STEP(p5)
        STEP(p6)
        STEP(p7)
        STEP(p8)
        STEP(p9)
        STEP(p10)
    }
}
