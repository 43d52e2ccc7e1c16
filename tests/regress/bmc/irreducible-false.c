// expect: false
// engines: bmc
// A loop with two entries.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int i = 0, c = __VERIFIER_nondet_int();
    if (c)
        goto middle;
top:
    i += 2;
middle:
    i++;
    if (i < 9)
        goto top;
    if (i == 9 && !c)
        reach_error();
    return 0;
}
