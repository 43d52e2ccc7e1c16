// expect: true
// engines: iufo vbox
// Just one of the two is called.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int c;
static void func1(void) { c++; }
static void func2(void) { c++; }
int main(void) {
    int x;
    if (x == 0) func1();
    if (x != 0) func2();
    if (c != 1) reach_error();
    return 1;
}
