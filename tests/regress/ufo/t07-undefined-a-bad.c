// expect: false(unreach-call)
// engines: iufo vbox
// A variable without value has any, but one and the same.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
static void func1(void) { reach_error(); }
static void func2(void) {  }
int main(void) {
    int x;
    if (x == 0) func1();
    if (x != 0) func2();
    return 1;
}
