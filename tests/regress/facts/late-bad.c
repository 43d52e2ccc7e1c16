// expect: false(unreach-call)
// engines: impact
// The sum is wrong in the fourth stage.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
#define CASE(k) if (mode == k ? N() == k : N() + mode == 3 * k && N() > k) return 0
#define FOUR(k) CASE(k); CASE(k + 2); CASE(k + 4); CASE(k + 6);
#define STAGE(k)                         \
    while (N()) {                        \
        FOUR(k) FOUR(k + 8) FOUR(k + 16) FOUR(k + 24) FOUR(k + 32) FOUR(k + 40) FOUR(k + 48)\
        mode = mode == 5 ? N() & 15 : mode; \
        i = i + k;                       \
        sum = sum + (k == 4 ? 7 : 2 * k); \
    }                                    \
    if (sum != 2 * i + 7 || mode == 90) reach_error();
int main(void) {
    unsigned i = 0, sum = 7;
    int mode = 0;
    STAGE(1) STAGE(2) STAGE(3) STAGE(4) STAGE(5) STAGE(6) STAGE(7) STAGE(8)
}
