// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin: the longer way leads to the error.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N(), y = 0;
    if (x) {
        while (N()) { y = 0; }
        while (N()) { y = 1; }
    } else {
        y = 2;
    }
    while (N()) { }
    if (y != 0 && x) reach_error();
}
