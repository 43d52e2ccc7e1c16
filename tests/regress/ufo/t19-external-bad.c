// expect: false(unreach-call)
// engines: iufo vbox
// A function without body returns any value.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
extern int lib(int);
int main(void) {
    int a = lib(3);
    if (a == 7) reach_error();
}
