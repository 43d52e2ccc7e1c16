// expect: true
// engines: impact lazy bmc
// may-be-unknown: impact lazy
// One store changes one cell: two cells cannot both differ.  The theory of arrays has no interpolant without quantifiers.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int m[4], m2[4];
int main(void) {
    int x = N(), y = N(), a = N(), b = N();
    if (x < 0 || x > 3 || a < 0 || a > 3 || b < 0 || b > 3) return 0;
    for (int i = 0; i < 4; i++) m[i] = N();
    for (int i = 0; i < 4; i++) m2[i] = m[i];
    m2[x] = y;
    if (a != b && m[a] != m2[a] && m[b] != m2[b]) reach_error();
}
