// expect: false
// engines: bmc
// replay: compiled program agrees
// Mutexes that know their owner, made by an initialiser and by attributes.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
extern void reach_error(void);
static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int main(void) {
    pthread_mutex_t checked;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checked, &attributes);
    pthread_mutex_lock(&again);
    if (pthread_mutex_lock(&again) == 0 && pthread_mutex_unlock(&checked) == EPERM &&
        pthread_mutex_lock(&checked) == 0 && pthread_mutex_lock(&checked) == EDEADLK &&
        pthread_mutex_trylock(&checked) == EBUSY && pthread_mutex_destroy(&checked) == EBUSY)
        reach_error();
    return 0;
}
