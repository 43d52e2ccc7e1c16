// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// says: through a null pointer
// A null pointer is followed.
int __VERIFIER_nondet_int(void);
struct s { int a, b; } g;
int main(void) {
    struct s *p = __VERIFIER_nondet_int() > 3 ? &g : 0;
    return p->b;
}
