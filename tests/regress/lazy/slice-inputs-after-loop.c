// expect: false(unreach-call)
// engines: lazy
// timeout: 20
// The loop does not matter but for its inputs: those that matter are asked for after a thousand others.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int c = 0;
    for (int i = 0; i < 1000; i++)
        if (N()) c += 2;
    int a = N(), x = N();
    if (a > 5)
        if (x == a + 7) reach_error();
    return c;
}
