// expect: false(no-overflow)
// engines: bmc
// options: --property no-overflow
// Products of 128 bits.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    __int128 x = (__int128)1 << 100, y = __VERIFIER_nondet_int();
    return x * y == 0;
}
