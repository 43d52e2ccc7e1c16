// expect: true
// engines: bmc lazy
// options: --rule tests/regress/rules/field.slic
// Conditions over fields and enumerators of the program, at entry of static functions.
enum { OPENED = 2 };
struct dev {
    int flags, users;
};
int __VERIFIER_nondet_int(void);
static int dev_read(struct dev *d) {
    return d->users;
}
static void dev_close(struct dev *d) {
    d->flags = 0;
}
int main(void) {
    struct dev d = { 0 }, e = { OPENED };
    if (__VERIFIER_nondet_int())
        d.flags |= OPENED;
    if (d.flags)
        dev_read(&d);
    dev_close(&e);
    return 0;
}
