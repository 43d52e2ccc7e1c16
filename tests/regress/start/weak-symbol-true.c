// expect: true
// engines: bmc impact
// says: optional, which is weak and defined nowhere, is not there: its address is null
extern int optional(int x) __attribute__((weak));
extern void reach_error(void);
int main(void) {
    if (optional)
        reach_error();
    (void)0;
    return 0;
}
