// expect: true
// engines: bmc locks
// options: --property no-data-race
// Each thread has an element of the array.
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
    a[2] = 1;
    return 0;
}
