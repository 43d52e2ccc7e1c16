// expect: true
// engines: lazy
// options: --subtree delete
// The same as t05-keep.c: below a mistake the tree is grown anew.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N();
    if (x < 0 || x > 3) return 0;
    while (N()) { ; }
    if (x > 5) reach_error();
}
