// expect: true
// engines: vbox vboxes
// Twice x <= 10 and x != 9: interpolants that add to intervals need one refinement, those that replace them many.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 10, y = 0;
    while (N() && x > -1000) {
        x = x - 2;
        if (N() && y < 1000) y = y + 2;
    }
    if (x == 9 || y == 1) reach_error();
}
