// expect: true
// engines: circ locks
// options: --property no-data-race --threads any:thread
// timeout: 120
// The access is guarded by a function that never returns 0.
int g;

int f(void) {
    return 1;
}

void thread(void) {
    if (f() == 0)
        g = 5;
}
