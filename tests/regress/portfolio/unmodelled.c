// expect: unknown(unmodelled
// engines: portfolio
// No member can say what the assembler does; that, and no limit, is the reason to tell.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, x = 0;
    while (i < n % 3)
        i++;
    __asm__("incl %0" : "+r"(x));
    if (x != 1)
        reach_error();
    return 0;
}
