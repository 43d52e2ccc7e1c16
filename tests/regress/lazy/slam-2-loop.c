// expect: true
// engines: impact lazy
// Needs x > 0 and y >= 0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 1, y = 2;
    while (N() && x < 1000000) x = x + y;
    if (!(x > 0)) reach_error();
}
