// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin: the disjunction is of x and z.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N(), y = N(), z = N();
    if ((x == 0) | (z == 0)) {
        while (N()) { }
        if (x != 0)
            if (y != 0) reach_error();
    }
}
