// expect: true
// engines: impact lazy
// k + j does not change in the loop, and is at least n before it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int k = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), j = 0;
    if (n < 1 || k < n) return 0;
    while (j < n) {
        j++;
        k--;
    }
    if (k < 0) reach_error();
}
