// expect: true
// engines: lazy
// The twin: without the loop's counter the path can be taken, and no run takes it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int c = 0, i;
    for (i = 0; i < 1000; i++)
        if (N()) c = 1;
    int a = N(), x = N();
    if (a > 5)
        if (x == a + 7)
            if (i < 1000) reach_error();
    return c;
}
