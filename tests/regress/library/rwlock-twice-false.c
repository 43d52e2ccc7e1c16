// expect: false
// engines: bmc
// replay: compiled program agrees
// Was 'true': glibc tells the writer that it would wait for itself.
#include <errno.h>
#include <pthread.h>
extern void reach_error(void);
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
    pthread_rwlock_wrlock(&lock);
    if (pthread_rwlock_wrlock(&lock) == EDEADLK)
        reach_error();
    return 0;
}
