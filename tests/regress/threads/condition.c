// expect: true
// engines: match
// A consumer waits on a condition variable until there is something, whatever wakes it.
#include <pthread.h>
extern void reach_error(void);
int items;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t some = PTHREAD_COND_INITIALIZER;

void *produce(void *unused) {
    pthread_mutex_lock(&lock);
    items = items + 1;
    pthread_cond_signal(&some);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, produce, 0);
    pthread_mutex_lock(&lock);
    while (items == 0)
        pthread_cond_wait(&some, &lock);
    items = items - 1;
    if (items < 0)
        reach_error();
    pthread_mutex_unlock(&lock);
    return 0;
}
