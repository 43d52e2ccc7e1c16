// expect: true
// engines: bmc
// A process has ended by exit or by a signal.
#include <stdlib.h>
#include <sys/wait.h>
extern void reach_error(void);
int main(void) {
    int status = system("true");
    if (status != -1 && !WIFEXITED(status) && !WIFSIGNALED(status))
        reach_error();
    return 0;
}
