// expect: unknown(calls
// engines: lazy impact
// timeout: 60
// Without recursion, and too large when every call is a copy: that is said.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int total;
static void f0(void) {
    if (__VERIFIER_nondet_int())
        total++;
    if (__VERIFIER_nondet_int())
        total += 2;
}
static void f1(void) { f0(); f0(); }
static void f2(void) { f1(); f1(); }
static void f3(void) { f2(); f2(); }
static void f4(void) { f3(); f3(); }
static void f5(void) { f4(); f4(); }
static void f6(void) { f5(); f5(); }
static void f7(void) { f6(); f6(); }
static void f8(void) { f7(); f7(); }
static void f9(void) { f8(); f8(); }
static void f10(void) { f9(); f9(); }
static void f11(void) { f10(); f10(); }
static void f12(void) { f11(); f11(); }
static void f13(void) { f12(); f12(); }
static void f14(void) { f13(); f13(); }
int main(void) {
    f14();
    if (total < 0)
        reach_error();
    return 0;
}
