// expect: true
// engines: bmc
// with: two-part.c
// Several files are linked; a static of one is not that of another.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int part_value(void);
static int value = 1;
int main(void) {
    if (part_value() != 2 || value != 1)
        reach_error();
    return 0;
}
