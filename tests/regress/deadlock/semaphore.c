// expect: unknown(unmodelled: deadlocks of other waits
// engines: bmc
// options: --property no-deadlock
// A semaphore that nobody posts: such a wait is not looked into, and nothing is said.
#include <semaphore.h>
sem_t s;

int main(void) {
    sem_init(&s, 0, 0);
    sem_wait(&s);
    return 0;
}
