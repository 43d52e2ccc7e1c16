// expect: true
// engines: iufo vbox
// Each function calls the next one four times: 256 copies of the last when inlined.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int n;
static void f5(void) { n++; }
static void f4(void) { f5(); f5(); f5(); f5(); }
static void f3(void) { f4(); f4(); f4(); f4(); }
static void f2(void) { f3(); f3(); f3(); f3(); }
static void f1(void) { f2(); f2(); f2(); f2(); }
int main(void) {
    n = N();
    if (n < 0 || n > 1000) return 0;
    f1();
    if (n < 256) reach_error();
}
