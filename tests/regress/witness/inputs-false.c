// expect: false(unreach-call)
// engines: impact bmc
// options: --data-model LP64
// Inputs of several types, two calls in a line, one call several times, negative and large values.
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
static int next(int most) {
    int x = __VERIFIER_nondet_int();
    return x > most ? most : x;
}
int main(void) {
    int a = next(100), b = next(-5), s = 0;
    for (int i = 0; i < 4; i++)
        s += next(i) == i - 2;
    char c = __VERIFIER_nondet_char(), d = (char)( __VERIFIER_nondet_char ( ) );
    if (a == 42 && b == -1000 && s == 4 && c == -7 && d == 'x')
        if (__VERIFIER_nondet_uint() == 4000000000u && __VERIFIER_nondet_longlong() == -1ll << 63)
            if (__VERIFIER_nondet_bool() && __VERIFIER_nondet_double() == -2.5) {
                reach_error();
            }
    return 0;
}
