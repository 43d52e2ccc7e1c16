// expect: true
// engines: impact lazy portfolio
// sum = 3 i, modulo 2^32.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0, i = 0;
    for (; (int)i < n; i++) sum += 3;
    if (sum != 3 * i) reach_error();
}
