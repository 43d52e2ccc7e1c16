// expect: false(unreach-call)
// engines: iufo vbox
// One of the ways.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int a = 0, b = 0;
    while (N()) {
        if (N()) { a = 1; b = 3; while (N()) a = a; } else { a = 2; b = 1; }
        while (N()) b = b;
        if (a + b != 3) reach_error();
    }
    if (a + b == 1) reach_error();
}
