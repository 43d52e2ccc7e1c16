// expect: true
// engines: bmc whale
// options: --data-model ILP32
// timeout: 60
// A generated program: a function that calls itself three times, of which few calls are reached at each depth.  The
// second unrolling must copy those, not all that there may be.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct two { int a, b; };
static double level = 2;
static unsigned long long g1 = 0;
static unsigned char g2 = 2;
static int f3(int n, signed char x, int *p);
static int f4(int n, unsigned char x, int *p);
static int f3(int n, signed char x, int *p) {
    int own = *p, other = n;
    if (n <= 0) return *p;
    x += f3(n - 1, (x == 7 ? (own >= 127) : x), &own);
    level = level / 2 + 0;
    return (int)(own);
}
static int f4(int n, unsigned char x, int *p) {
    int own = n, other = n;
    if (n <= 0) return *p;
    own += f4(n - 2, 3, &other);
    for (int i = 0; i < 1; i++) {
        x -= f4(n - 2, ((4 - n) & (g1 | own)), p);
    }
    g1 += f4(n - 1, ((((unsigned)g1) << (x & 7)) * 2), &own);
    return (int)(own + other);
}
int main(void) {
    int in0 = __VERIFIER_nondet_int(), in1 = __VERIFIER_nondet_int(), own = in1, other = 0, *p = &other;
    if (in0 < 0 || in0 > 7 || in1 < 0 || in1 > 7) return 0;
    g1 -= f4(3, ((own / (g1 | 1)) / ((in0 | g1) | 1)), &other);
    g1 += f3(in0 & 3, (in1 <= 256), &other);
    if (other == 7) reach_error();
    return 0;
}
