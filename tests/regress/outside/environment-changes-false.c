// expect: false(unreach-call)
// engines: bmc
// Memory from outside is not the program's own: functions without body may change it.
extern void reach_error(void);
extern int *get(void);
extern void go(void);

int main(void) {
    int *p = get();
    *p = 1;
    go();
    if (*p != 1)
        reach_error();
    return 0;
}
