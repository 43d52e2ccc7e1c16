extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
static int f(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (i == 40 && s == 780)
            s++;
        else
            s += i;
    }
    return s;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 50)
        return 1;
    int s = f(n);
    switch (n) {
    case 3: s = 1; break;
    case 17: s = 2; break;
    case 60: s = 3; break;
    default: break;
    }
    if (n > 2 && s > 100000)
        reach_error();
    return 0;
}
