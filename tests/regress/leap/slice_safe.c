// expect: unknown(
// engines: leap
// The twin of slice.c.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int f(int i) {
    return i % 7 ? i * i : -i;
}

int main(void) {
    int a = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), c = 0;
    for (int i = 0; i < 1000; i++)
        c = c + f(i);
    if (a > 0)
        if (x == 0 && a < 0)
            reach_error();
}
