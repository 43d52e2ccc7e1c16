// expect: true
// engines: impact
// says: in count, loop: \(.*\) \|\| \(.*\)
// The loop is in the program twice, once for each call: what is said of it must hold for both.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int count(int from, int most) {
    int n = from;
    while (n < most && __VERIFIER_nondet_int())
        n++;
    return n;
}
int main(void) {
    int a = count(1, 3), b = count(-20, -18);
    if (a < 1 || a > 3 || b > -18)
        reach_error();
    return 0;
}
