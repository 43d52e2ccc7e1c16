// expect: true
// engines: bmc impact
// Each lane has a result of its own; the others must not be those of the first.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef int ints __attribute__((vector_size(16)));
typedef unsigned char bytes __attribute__((vector_size(16)));
int main(void) {
    int n = __VERIFIER_nondet_int();
    ints a = { 1, -2, n, -4 }, b = { 0, 0, 9, -9 };
    ints most = __builtin_elementwise_max(a, b), size = __builtin_elementwise_abs(a);
    bytes sum = __builtin_elementwise_add_sat((bytes)a, (bytes){ 255, 1, 1, 1, 3 });
    if (most[0] != 1 || most[1] != 0 || most[2] < 9 || most[3] != -4)
        reach_error();
    if (size[1] != 2 || size[3] != 4 || (n > 0 && size[2] != n))
        reach_error();
    if (sum[0] != 255 || sum[1] != 1 || sum[4] != 255 || sum[5] != 255)
        reach_error();
    return 0;
}
