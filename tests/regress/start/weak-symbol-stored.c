// expect: false
// engines: bmc impact
extern int optional __attribute__((weak));
extern void reach_error(void);
static int *where = &optional;
int main(void) {
    if (!where)
        reach_error();
    return 0;
}
