// expect: true
// engines: bmc impact lazy chc
// options: --externals pure
// A pointer from outside leads to a function from outside: it returns any value and writes nothing.
struct device {
    int (*read)(struct device *, int *);
    int open;
};
extern struct device *find_device(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int opened = __VERIFIER_nondet_int(), x = 1;
    struct device *d = find_device();
    if (!d || opened < 0 || opened > 2)
        return 0;
    for (int round = 0; round < 3; round++) {
        opened++;
        if (opened > 3)
            reach_error();
        if (d->read(d, &x) < 0)
            x++;
        opened--;
    }
    return 0;
}
