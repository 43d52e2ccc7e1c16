// expect: true
// engines: impact lazy
// Twin: the condition contradicts one before the loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int c = 0, a = N(), x = N();
    if (a > 0 && x == 0) return 0;
    for (int i = 0; i < 1000; i++) c = c + (N() & 3);
    if (a > 0)
        if (x == 0) reach_error();
    return c;
}
