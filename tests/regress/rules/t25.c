// expect: true
// engines: lazy impact slam
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
    int r = *from == 5 && at == 77;
    unlock();
    return r;
}
void stop(void) {
    lock();
    unlock();
}
