// expect: true
// engines: impact lazy
// Pointers in initial values are the addresses of their objects; objects do not overlap.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x = 3, y = 4;
int *p[2] = { &x, &y };
int main(void) {
    int i = __VERIFIER_nondet_int() & 1;
    while (__VERIFIER_nondet_int())
        i = 1 - i;
    if (p[i] == p[1 - i] || (p[i] != &x && p[i] != &y))
        reach_error();
    return 0;
}
