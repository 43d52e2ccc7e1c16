// expect: true
// engines: impact lazy
// One condition with a real disjunction: the cartesian abstraction of it keeps neither part.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N(), y = N();
    if ((x == 0) | (y == 0)) {
        while (N()) { }
        if (x != 0)
            if (y != 0) reach_error();
    }
}
