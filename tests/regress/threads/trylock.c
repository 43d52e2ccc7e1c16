// expect: true
// engines: match
// A mutex that is tried only: who gets it is alone.
#include <pthread.h>
extern void reach_error(void);
int inside;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *enter(void *unused) {
    if (pthread_mutex_trylock(&lock) == 0) {
        if (inside)
            reach_error();
        inside = 1;
        inside = 0;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, enter, 0);
    enter(0);
    return 0;
}
