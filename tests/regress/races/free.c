// expect: true
// engines: bmc locks
// options: --property no-data-race
// The twin of free_bad.c that waits for the thread; another object is freed beside it, and none at all.
#include <pthread.h>
#include <stdlib.h>
int *p;

void *work(void *unused) {
    p[1] = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    int *q = malloc(sizeof *q);
    p = malloc(2 * sizeof *p);
    *q = 1;
    pthread_create(&t, NULL, work, NULL);
    free(q);
    free(NULL);
    pthread_join(t, NULL);
    free(p);
    return 0;
}
