// Up with one choice, down with the other, one loop behind the other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = 0, k;
    while (i < 3000000) {
        if (__VERIFIER_nondet_int())
            i++;
        else
            i = 0;
    }
    k = i;
    while (k > 0) {
        if (__VERIFIER_nondet_int())
            k = i;
        else
            k--;
    }
    if (i + k == 3000000)
        reach_error();
}
