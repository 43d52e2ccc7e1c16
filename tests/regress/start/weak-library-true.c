// expect: true
// engines: bmc
// Every program is linked with the C library.
extern int puts(const char *text) __attribute__((weak));
extern void reach_error(void);
int main(void) {
    if (!puts)
        reach_error();
    return 0;
}
