// expect: unknown(unmodelled: the address of a symbol
// engines: bmc
// The linker defines them; running through them calls the constructor again.
extern void reach_error(void);
extern void (*__init_array_start[])(void) __attribute__((visibility("hidden")));
static int n;
__attribute__((constructor)) static void again(void) {
    if (++n == 2)
        reach_error();
}
int main(void) {
    __init_array_start[1]();
    return 0;
}
