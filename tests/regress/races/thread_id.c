// expect: true
// engines: bmc locks
// options: --property no-data-race
// pthread_create writes the number of the thread, which nobody else reads.
#include <pthread.h>
pthread_t t;

void *look(void *unused) {
    (void)unused;
    return NULL;
}

int main(void) {
    pthread_create(&t, NULL, look, NULL);
    pthread_join(t, NULL);
    return 0;
}
