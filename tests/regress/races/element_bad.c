// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of element.c in which both have the same.
#include <pthread.h>
int a[4];

void *add(void *argument) {
    int *mine = argument;
    *mine += 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, &a[1]);
    a[1] = 1;
    return 0;
}
