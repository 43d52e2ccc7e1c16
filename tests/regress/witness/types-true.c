// expect: true
// engines: lazy
// Comparisons of several widths and signs, as C converts them.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef unsigned short half;
enum level { LOW, MIDDLE, HIGH };
int main(void) {
    signed char c = -3;
    half h = 65000;
    unsigned u = 3000000000u;
    long long l = -5000000000ll;
    enum level e = MIDDLE;
    while (__VERIFIER_nondet_int())
        if (c < 100)
            c++;
    while (__VERIFIER_nondet_int())
        h = h == 65000 ? 64000 : 65000;
    while (__VERIFIER_nondet_int())
        u = u == 3000000000u ? 3000000001u : 3000000000u;
    while (__VERIFIER_nondet_int())
        l = l < 0 ? 5000000000ll : -5000000000ll;
    while (__VERIFIER_nondet_int())
        e = e == MIDDLE ? HIGH : MIDDLE;
    if (c < -3 || h < 60000 || u < 3000000000u || l == 0 || e == LOW)
        reach_error();
    return 0;
}
