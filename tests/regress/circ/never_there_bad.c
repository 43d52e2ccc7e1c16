// expect: false(no-data-race)
// engines: circ
// options: --property no-data-race --threads any:thread
// timeout: 120
// The twin of never_there.c: the function returns 0.
int g;

int f(void) {
    return 0;
}

void thread(void) {
    if (f() == 0)
        g = 5;
}
