// expect: false(uninit)
// engines: bmc impact
// options: --property uninit
// says: last is read before it has a value
// What the loop gives a value has none where the loop is not entered; it is passed on through a copy.
extern int __VERIFIER_nondet_int(void);
static int half(int v) { return v / 2; }
int main(void) {
    int n = __VERIFIER_nondet_int(), last, copy;
    for (int i = 0; i < n && i < 3; i++)
        last = i;
    copy = last;
    return half(copy);
}
