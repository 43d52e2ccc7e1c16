// expect: true
// engines: bmc impact
// Reductions take all lanes.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef int ints __attribute__((vector_size(16)));
int main(void) {
    int n = __VERIFIER_nondet_int() & 0xff;
    ints a = { 1, n, -7, 1000 };
    if (__builtin_reduce_add(a) != n + 994 || __builtin_reduce_max(a) != 1000 || __builtin_reduce_min(a) != -7)
        reach_error();
    if (__builtin_reduce_xor(a) != (1 ^ n ^ -7 ^ 1000) || __builtin_reduce_mul(a & 3) != 0)
        reach_error();
    return 0;
}
