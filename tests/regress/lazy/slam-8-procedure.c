// expect: true
// engines: impact lazy bmc
// A procedure's effect in terms of its argument.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int inc(int x) { int r; x = x + 1; r = x; return r; }
int main(void) {
    int a = 0, b;
    b = inc(a);
    if (a != b - 1) reach_error();
}
