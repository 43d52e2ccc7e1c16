// expect: unknown(unmodelled
// engines: bmc
// A choice among three ways by where objects lie: no layout may decide it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a, b;
int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (&a < &b ? x & 3 : 7) {
    case 0:
        return 1;
    case 1:
        return 2;
    case 7:
        reach_error();
    }
    return 0;
}
