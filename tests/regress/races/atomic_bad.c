// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of atomic.c whose flag is a plain variable.
#include <pthread.h>
#include <stdatomic.h>
int flag;
int data;

void *fill(void *unused) {
    (void)unused;
    data = 1;
    flag = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    if (flag)
        return data;
    return 0;
}
