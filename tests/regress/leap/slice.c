// expect: false(unreach-call)
// engines: leap
// L10: the error does not depend on the loop of 1,000 rounds in front of it.
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
        if (x == 0)
            reach_error();
}
