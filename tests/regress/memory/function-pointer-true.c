// expect: true
// engines: bmc
// A call through a pointer goes to one of the functions it may point to.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }
int main(void) {
    int (*table[2])(int) = { up, down };
    int i = __VERIFIER_nondet_int();
    if (i != 0 && i != 1)
        return 0;
    if (table[i](5) != (i ? 4 : 6))
        reach_error();
    return 0;
}
