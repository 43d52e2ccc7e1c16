// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin: b is not known.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    _Bool b = N(), c = N();
    if (!(!b || c)) return 0;
    while (N()) { }
    if (!c) reach_error();
}
