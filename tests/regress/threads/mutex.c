// expect: true
// engines: match impact bmc
// Two threads count under one mutex; main looks when both have ended.
#include <pthread.h>
extern void reach_error(void);
int n;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *count(void *unused) {
    pthread_mutex_lock(&lock);
    n = n + 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (n != 2)
        reach_error();
    return 0;
}
