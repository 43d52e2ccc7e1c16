// expect: true
// engines: bmc
// options: --no-sampling
// says: what is read from files, pipes and sockets is no address of an object
// The pipe gives the address back, so the compiled program fails: the printed assumption excludes it.
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    int x = 0, *p = &x, *q, ends[2];
    if (pipe(ends) == 0 && write(ends[1], &p, sizeof p) == sizeof p && read(ends[0], &q, sizeof q) == sizeof q) {
        *q = 1;
        if (x)
            reach_error();
    }
    return 0;
}
