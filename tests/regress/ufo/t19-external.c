// expect: true
// engines: iufo vbox
// A function without body returns some value.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
extern int lib(int);
int main(void) {
    int a = lib(3);
    if (a == a + 1) reach_error();
}
