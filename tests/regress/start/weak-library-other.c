// expect: unknown(unmodelled: the address of a symbol
// engines: bmc
// The library may have it.
extern char *strfry(char *text) __attribute__((weak));
extern void reach_error(void);
int main(void) {
    if (!strfry)
        reach_error();
    return 0;
}
