// expect: true
// engines: bmc
// A call through a table of functions, at an index that is an input.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int three(int x) { return x + 3; }
static int (*const table[])(int) = { one, two, three };
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 3;
    if (table[i](10) > 13)
        reach_error();
    return 0;
}
