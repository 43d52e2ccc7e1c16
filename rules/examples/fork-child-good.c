// Keeps the rule fork-child.
#include <stdlib.h>
#include <unistd.h>
extern pid_t fork(void);

int main(void) {
    pid_t p = fork();
    if (p == 0)
        _exit(0);
    exit(p < 0);
}
