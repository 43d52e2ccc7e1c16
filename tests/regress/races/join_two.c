// expect: true
// engines: bmc locks
// options: --property no-data-race
// The second thread is made when the first one was joined.
#include <pthread.h>
int x;

void *add(void *unused) {
    (void)unused;
    x++;
    return NULL;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, add, NULL);
    pthread_join(t, NULL);
    pthread_create(&u, NULL, add, NULL);
    pthread_join(u, NULL);
    return x;
}
