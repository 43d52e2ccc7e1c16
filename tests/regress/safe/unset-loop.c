// expect: true
// engines: bmc impact
// options: --property uninit
extern int __VERIFIER_nondet_int(void);
static int half(int v) { return v / 2; }
int main(void) {
    int n = __VERIFIER_nondet_int(), last, copy;
    for (int i = 0; i < 3 && (i == 0 || i < n); i++)
        last = i;
    copy = last;
    return half(copy);
}
