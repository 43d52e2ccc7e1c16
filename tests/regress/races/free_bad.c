// expect: false(no-data-race)
// engines: bmc locks
// options: --property no-data-race
// may-be-unknown: locks
// What frees an object conflicts with all accesses to it.
#include <pthread.h>
#include <stdlib.h>
int *p;

void *work(void *unused) {
    p[1] = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    p = malloc(2 * sizeof *p);
    pthread_create(&t, NULL, work, NULL);
    free(p);
    return 0;
}
