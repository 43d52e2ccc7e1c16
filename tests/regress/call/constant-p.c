// expect: true
// engines: bmc
// says: __builtin_constant_p and __builtin_object_size say what they say without optimisation
extern void reach_error(void);
static int is_constant(int x) {
    return __builtin_constant_p(x);
}
int main(void) {
    if (is_constant(3))
        reach_error();
    return 0;
}
