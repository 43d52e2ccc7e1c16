// expect: true
// engines: bmc chc
// options: --property memory
// A null pointer is not followed.
int __VERIFIER_nondet_int(void);
struct s { int a, b; } g;
int main(void) {
    struct s *p = __VERIFIER_nondet_int() > 3 ? &g : 0;
    return p ? p->b : 0;
}
