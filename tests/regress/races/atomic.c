// expect: true
// engines: bmc
// options: --property no-data-race
// An atomic flag orders what is written before it is set and what is read after it was seen.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
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
