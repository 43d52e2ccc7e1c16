// expect: false
// engines: bmc
// replay: compiled program agrees
// abort raises SIGABRT.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
static void handler(int number) {
    (void)number;
    reach_error();
}
int main(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaction(SIGABRT, &action, 0);
    abort();
}
