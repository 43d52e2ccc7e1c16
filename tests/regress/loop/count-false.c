// expect: false
// engines: bmc
// A loop with a fixed number of rounds is unwound to its end.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int s = 0;
    for (int i = 0; i <= 10; i++)
        s += i;
    if (s != 45)
        reach_error();
    return 0;
}
