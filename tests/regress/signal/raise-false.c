// expect: false
// engines: bmc
// replay: compiled program agrees
#include <signal.h>
extern void reach_error(void);
static int n;
static void handler(int number) {
    n = number;
}
int main(void) {
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    if (n == SIGUSR1)
        reach_error();
    return 0;
}
