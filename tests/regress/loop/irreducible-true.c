// expect: true
// engines: bmc
// Two entries into one loop: no loop head dominates the rest.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = 0;
    if (__VERIFIER_nondet_int())
        goto second;
first:
    n++;
second:
    n += 2;
    if (n < 7)
        goto first;
    if (n != 7 && n != 8 && n != 9)
        reach_error();
    return 0;
}
