// expect: true
// engines: bmc locks
// options: --property no-data-race
// Nobody writes what both read.
#include <pthread.h>
int stop;

void *wait(void *unused) {
    (void)unused;
    for (int i = 0; i < 3 && !stop; i++)
        ;
    return NULL;
}

int main(void) {
    pthread_t t;
    stop = 1;
    pthread_create(&t, NULL, wait, NULL);
    return 0;
}
