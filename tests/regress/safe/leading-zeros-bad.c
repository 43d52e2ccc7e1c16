// expect: false(undefined)
// engines: bmc
// options: --property safe
// says: __builtin_clz or __builtin_ctz of 0
// There is no answer for 0.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    return __builtin_clz(__VERIFIER_nondet_uint()) > 5;
}
