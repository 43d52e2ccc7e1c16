// expect: false(unreach-call)
// options: --data-model ILP32
// Inputs of every width, and what they are after conversion.
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
    int sum = __VERIFIER_nondet_char() + __VERIFIER_nondet_uchar() * 256;
    short s = __VERIFIER_nondet_short();
    long l = __VERIFIER_nondet_long();
    unsigned long long u = __VERIFIER_nondet_ulonglong();
    if (sum == 0xc0ff - 0x100 && s < -32000 && l == s && u == ~0ull - 5 && __VERIFIER_nondet_bool())
        reach_error();
    return 0;
}
