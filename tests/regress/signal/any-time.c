// expect: unknown(unmodelled: a signal handler
// engines: bmc impact
// Others can send it too, before the test and behind it.
#include <signal.h>
extern void reach_error(void);
static volatile int n;
static void handler(int number) {
    n = number;
}
int main(void) {
    signal(SIGINT, handler);
    if (n)
        reach_error();
    return 0;
}
