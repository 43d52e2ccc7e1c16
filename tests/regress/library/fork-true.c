// expect: true
// engines: bmc slam
// The child has memory of its own: what it writes the parent does not read.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>
int shared;
int main(void) {
    pid_t child = fork();
    if (child == 0) {
        shared = 1;
        _exit(0);
    }
    if (child > 0)
        waitpid(child, 0, 0);
    assert(shared == 0 && child >= -1);
    return 0;
}
