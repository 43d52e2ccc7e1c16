// expect: true
// engines: impact lazy
// Two ways of different length to one point; the node that covers is strengthened later.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N(), y = 0;
    if (x) {
        while (N()) { y = 0; }
        while (N()) { y = 0; }
    } else {
        y = 2;
    }
    while (N()) { }
    if (y != 0 && x) reach_error();
    if (y != 2 && !x) reach_error();
}
