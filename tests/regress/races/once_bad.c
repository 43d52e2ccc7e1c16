// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of once.c that writes again.
#include <pthread.h>
pthread_once_t first = PTHREAD_ONCE_INIT;
int data;

void make(void) {
    data = 1;
}

void *use(void *unused) {
    (void)unused;
    pthread_once(&first, make);
    int seen = data;
    return seen ? NULL : NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, use, NULL);
    pthread_once(&first, make);
    return data++;
}
