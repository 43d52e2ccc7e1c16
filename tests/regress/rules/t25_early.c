// expect: false(rule)
// engines: bmc lazy slam
// replay: compiled program agrees
// says: rule lock: locked twice
// options: --rule tests/regress/rules/lock.slic --entries dev_read,dev_write --init start --exit stop
// T25: a driver without main: init, then entries in any order with any arguments, then exit.
extern void lock(void), unlock(void);
static int ready;
int start(void) {
    ready = 1;
    return 0;
}
static int dev_read(int *to, unsigned long n) {
    lock();
    if (n > 100) {
        unlock();
        return -1;
    }
    *to = ready;
    unlock();
    return 0;
}
static int dev_write(const int *from, long at) {
    lock();
    if (*from == 5 && at == 77)
        return 1; // locked
    int r = 0;
    unlock();
    return r;
}
void stop(void) {
    lock();
    unlock();
}
