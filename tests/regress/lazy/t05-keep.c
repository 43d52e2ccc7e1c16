// expect: unknown(timeout)
// engines: lazy
// options: --subtree keep --timeout 3
// Example 7 of the thesis: where the tree below a mistake is kept, each refinement changes one path, and the next
// round of the loop has the mistake again (t05-delete.c ends at once).
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N();
    if (x < 0 || x > 3) return 0;
    while (N()) { ; }
    if (x > 5) reach_error();
}
