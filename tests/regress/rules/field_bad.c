// expect: false(rule)
// engines: bmc
// options: --rule tests/regress/rules/field.slic
// replay: compiled program agrees
// says: field_bad.c:11:.*: rule field: read, not open
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
    struct dev d = { 0 };
    int (*read)(struct dev *) = dev_read; // through a pointer
    d.flags = __VERIFIER_nondet_int();
    if (d.flags > 4)
        read(&d);
    return 0;
}
