// expect: unknown(unmodelled: the address of a symbol
// engines: bmc impact
// Nobody here defines it: it is null, or something that another file brings along.
extern int optional(int x) __attribute__((weak));
extern void reach_error(void);
int main(void) {
    if (optional)
        return optional(3);
    reach_error();
    return 0;
}
