// expect: true
// engines: bmc lazy
// options: --rule tests/regress/rules/shadow.spc
// Two devices: each has a state of its own.
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
    if (__VERIFIER_nondet_int()) {
        dev_open(&b);
        dev_read(&b, 1, &c);
        dev_close(&b);
    }
    dev_read(&a, 1, &c);
    dev_close(&a);
    dev_close(&a); // repaired
    return 0;
}
