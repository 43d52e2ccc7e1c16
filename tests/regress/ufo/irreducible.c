// expect: true
// engines: iufo vbox
// A loop with two entries.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 0, y = 0;
    if (N()) goto inside;
    while (N()) {
        x = 1 - x;
    inside:
        y = x;
        if (y > 1) reach_error();
    }
}
