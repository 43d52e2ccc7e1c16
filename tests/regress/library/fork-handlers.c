// expect: unknown(unmodelled: call of fork
// engines: bmc
// Handlers run at a fork.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int forked;
static void at_child(void) {
    forked = 1;
}
int main(void) {
    pthread_atfork(0, 0, at_child);
    if (fork() == 0)
        assert(!forked);
    return 0;
}
