// expect: false
// engines: impact lazy portfolio
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0, i = 0;
    for (; (int)i < n; i++) sum += i == 4 ? 4 : 3;
    if (sum != 3 * i) reach_error();
}
