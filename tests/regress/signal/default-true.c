// expect: true
// engines: bmc
#include <signal.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    alarm(10);
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
    reach_error();
    return 0;
}
