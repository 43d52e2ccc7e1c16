// expect: true
// engines: bmc impact
// A thread that locks a usual mutex twice waits for ever.
#include <pthread.h>
extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    reach_error();
    return 0;
}
