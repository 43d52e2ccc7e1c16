// expect: true
// engines: bmc
// A string literal ends with a zero; static locals live on.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int next(void) {
    static int n = 3;
    return n++;
}
int main(void) {
    char word[] = "hone";
    if (sizeof word != 5 || word[4] != 0 || word[1] != 'o')
        reach_error();
    next();
    if (next() != 4)
        reach_error();
    return 0;
}
