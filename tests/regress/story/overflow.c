// expect: false(no-overflow)
// options: --property no-overflow
// engines: bmc
// The operation that overflows is the end of the story.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int steps = 0;
    if (x != 2147483646)
        return 0;
    while (steps < 2) {
        x = x + 1;
        steps++;
    }
    return x;
}
