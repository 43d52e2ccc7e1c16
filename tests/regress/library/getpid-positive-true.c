// expect: true
// engines: bmc
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    if (getpid() <= 0 || getppid() < 0)
        reach_error();
    return 0;
}
