// expect: false
// engines: impact lazy
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, k = 0, j;
    while (i < n) {
        i++;
        if (i != 3) k++;
    }
    for (j = 0; j < n; j++) {
        if (k <= 0) reach_error();
        k--;
    }
}
