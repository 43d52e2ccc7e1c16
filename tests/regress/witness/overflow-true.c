// expect: true
// engines: impact
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int())
        if (x < 1000)
            x = x + 1;
    return x;
}
