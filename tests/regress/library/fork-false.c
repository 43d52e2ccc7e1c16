// expect: false
// engines: bmc slam
// The child goes on as the parent does, and the assertion fails in the child.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>
int shared;
int main(void) {
    pid_t child = fork();
    if (child == 0) {
        shared = 1;
    }
    if (child > 0)
        waitpid(child, 0, 0);
    assert(shared == 0 && child >= -1);
    return 0;
}
