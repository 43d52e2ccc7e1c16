// Keeps the rule fork-child.
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 3; i++) {
        pid_t child = fork();
        if (child < 0)
            return 1;
        if (child == 0) {
            execl("/bin/true", "true", (char *)0);
            _exit(127);
        }
        if (waitpid(child, 0, 0) < 0)
            return 2;
    }
    return 0;
}
