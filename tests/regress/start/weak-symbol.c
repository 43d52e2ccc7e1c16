// expect: false
// engines: bmc impact
// says: optional, which is weak and defined nowhere, is not there: its address is null
// replay: compiled program agrees
extern int optional(int x) __attribute__((weak));
extern void reach_error(void);
int main(void) {
    if (optional)
        return optional(3);
    reach_error();
    return 0;
}
