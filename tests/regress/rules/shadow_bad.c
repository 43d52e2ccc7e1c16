// expect: false(rule)
// engines: bmc
// options: --rule tests/regress/rules/shadow.spc
// replay: compiled program agrees
// says: shadow_bad.c:17:5: rule shadow: at dev_read not: .1->opened == 1
struct dev {
    int id;
};
int __VERIFIER_nondet_int(void);
extern int dev_open(struct dev *d);
extern int dev_read(struct dev *d, int n, char *to);
extern void dev_close(struct dev *d);
int main(void) {
    struct dev a, b;
    char c;
    dev_open(&a);
    dev_read(__VERIFIER_nondet_int() ? &a : &b, 1, &c);
    return 0;
}
