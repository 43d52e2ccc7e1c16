// expect: true
// engines: bmc locks
// options: --property no-data-race
// What main does before it makes the thread and after it has joined it is ordered.
#include <pthread.h>
int x;

void *add(void *unused) {
    (void)unused;
    x++;
    return NULL;
}

int main(void) {
    pthread_t t;
    x = 1;
    pthread_create(&t, NULL, add, NULL);
    pthread_join(t, NULL);
    return x;
}
