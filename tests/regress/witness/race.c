// expect: false(no-data-race)
// engines: bmc
// options: --property no-data-race
// Version 2.2: a data race has two targets, in one segment.
#include <pthread.h>
int count, other;

void *add(void *unused) {
    other++;
    count++;
    return unused;
}

int main(void) {
    pthread_t a;
    other = 1;
    pthread_create(&a, 0, add, 0);
    count = 2;
    pthread_join(a, 0);
    return 0;
}
