// expect: true
// engines: impact lazy
// Twenty pairs of equal tests: tracked together they would have a million states.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int LOCK;
void lock(void) { if (LOCK == 0) LOCK = 1; else reach_error(); }
void unlock(void) { if (LOCK == 1) LOCK = 0; else reach_error(); }
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
    int p11 = N();
    int p12 = N();
    int p13 = N();
    int p14 = N();
    int p15 = N();
    int p16 = N();
    int p17 = N();
    int p18 = N();
    int p19 = N();
    int p20 = N();
    while (N()) {
        if (p1) lock();
        if (p1) unlock();
        if (p2) lock();
        if (p2) unlock();
        if (p3) lock();
        if (p3) unlock();
        if (p4) lock();
        if (p4) unlock();
        if (p5) lock();
        if (p5) unlock();
        if (p6) lock();
        if (p6) unlock();
        if (p7) lock();
        if (p7) unlock();
        if (p8) lock();
        if (p8) unlock();
        if (p9) lock();
        if (p9) unlock();
        if (p10) lock();
        if (p10) unlock();
        if (p11) lock();
        if (p11) unlock();
        if (p12) lock();
        if (p12) unlock();
        if (p13) lock();
        if (p13) unlock();
        if (p14) lock();
        if (p14) unlock();
        if (p15) lock();
        if (p15) unlock();
        if (p16) lock();
        if (p16) unlock();
        if (p17) lock();
        if (p17) unlock();
        if (p18) lock();
        if (p18) unlock();
        if (p19) lock();
        if (p19) unlock();
        if (p20) lock();
        if (p20) unlock();
    }
}
