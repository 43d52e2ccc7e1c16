// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin of t07: b may be -1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int a, b = N(), c;
    if (b < 1000000 && b > -1000000) {
        c = 2 * b;
        a = b;
        a = a - 1;
        if (a < b)
            if (a == c) reach_error();
    }
}
