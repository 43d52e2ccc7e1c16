// expect: true
// engines: bmc
// options: --property no-overflow
// Products of 128 bits; vectors of signed integers wrap.
typedef int ints __attribute__((vector_size(16)));
extern int __VERIFIER_nondet_int(void);
int main(void) {
    __int128 x = (__int128)1 << 95, y = __VERIFIER_nondet_int();
    ints a = { 2147483647, 1, 2, 3 };
    a += a;
    return x * y == a[0];
}
