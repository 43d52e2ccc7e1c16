// expect: false
// engines: slam
// The loop has nothing to do with the error: the slice of the first trace is completed by a run, without 1,000 rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int i) {
    return i & 3;
}
int main(void) {
    int c = 0, a = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
    for (int i = 0; i < 1000; i++)
        c = c + f(i);
    if (a > 0)
        if (x == 0)
            reach_error();
    return c & 1;
}
