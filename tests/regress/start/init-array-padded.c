// expect: unknown(unmodelled: what is in section .init_array
// engines: bmc
// Arrays are aligned to 16 bytes: there may be a gap before it, which is a null pointer to the loader.
extern void reach_error(void);
static int n;
static void one(void) {
    n++;
}
static void two(void) {
    n++;
}
__attribute__((section(".init_array"), used)) static void (*both[])(void) = { one, two };
int main(void) {
    if (n != 2)
        reach_error();
    return 0;
}
