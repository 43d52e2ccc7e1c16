// expect: false
// engines: bmc
// options: --externals havoc
// A function without a body may write through the pointer it gets.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void fill(int *p);
int main(void) {
    int x = 1;
    fill(&x);
    if (x == 5)
        reach_error();
    return 0;
}
