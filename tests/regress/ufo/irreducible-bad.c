// expect: false(unreach-call)
// engines: iufo vbox
// The second round.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 0, y = 0;
    if (N()) goto inside;
    while (N()) {
        x = 1 - x;
    inside:
        y = x + 1;
        if (y > 1) reach_error();
    }
}
