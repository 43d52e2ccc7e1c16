// expect: true
// engines: bmc
// A loop made by goto, left in the middle.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int i = 0, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 6)
        return 0;
again:
    if (i == n)
        goto end;
    i++;
    if (i < 10)
        goto again;
    reach_error();
end:
    if (i > 6)
        reach_error();
    return 0;
}
