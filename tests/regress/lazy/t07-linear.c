// expect: true
// engines: impact lazy bmc
// 2 * b is linear; wrap-around is excluded by the bound on b.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int a, b = N(), c;
    if (b > 0 && b < 1000000) {
        c = 2 * b;
        a = b;
        a = a - 1;
        if (a < b)
            if (a == c) reach_error();
    }
}
