// expect: true
// engines: bmc impact
int optional(int x) __attribute__((weak));
int optional(int x) {
    return x;
}
extern void reach_error(void);
int main(void) {
    if (!optional || optional(3) != 3)
        reach_error();
    return 0;
}
