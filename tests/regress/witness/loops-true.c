// expect: true
// engines: impact lazy
// says: loops-true.c:11: in main, loop: .*s
// Loops of all forms, one in the other, with and without braces.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;
int main(void) {
    int s = 0;
    const int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 2; ++j)
            if (s < 1000)
                s += 1;
    for (;;) {
        if (s < 0)
            reach_error();
        if (__VERIFIER_nondet_int())
            break;
    }
    while (1)
        if (__VERIFIER_nondet_int()) {
            if (s < 0)
                reach_error();
            return g;
        }
}
