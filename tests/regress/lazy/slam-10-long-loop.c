// expect: false(unreach-call)
// engines: impact lazy bmc
// may-be-unknown: impact
// timeout: 20
// The loop does not matter for the error; it need not be unwound a thousand times to find it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int c = 0, a = N(), x = N();
    for (int i = 0; i < 100; i++) c = c + (N() & 3);
    if (a > 0)
        if (x == 0) reach_error();
    return c;
}
