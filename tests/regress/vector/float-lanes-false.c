// expect: false
// engines: bmc
// Conversions, comparisons and rounding of floats lane by lane.
extern void reach_error(void);
typedef int ints __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
int main(void) {
    ints a = { 1, -2, 3, 4 };
    floats f = __builtin_convertvector(a, floats) + 0.5f, g = __builtin_elementwise_floor(f);
    ints less = g < f, back = __builtin_convertvector(g, ints);
    if (f[1] != -1.5f || g[1] != -2 || less[3] != -1 || back[1] != -2 || back[2] == 3)
        reach_error();
    if (__builtin_elementwise_abs(f)[1] != 1.5f || __builtin_reduce_max(f) != 4.5f)
        reach_error();
    return 0;
}
