// expect: false
// engines: bmc impact
// replay: compiled program agrees
// Any number, and the same when asked again.
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    if (getpid() == 77 && getpid() == 77 && getuid() == 5 && getuid() == 5)
        reach_error();
    return 0;
}
