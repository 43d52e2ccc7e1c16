// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of flag.c: a thread that waits for a plain flag.
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
    pthread_create(&t, NULL, wait, NULL);
    stop = 1;
    return 0;
}
