// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of join.c that reads before it joins.
#include <pthread.h>
int x;

void *add(void *unused) {
    (void)unused;
    x++;
    return NULL;
}

int main(void) {
    pthread_t t;
    x = 1;
    pthread_create(&t, NULL, add, NULL);
    int seen = x;
    if (seen == 1)
        x = 0;
    pthread_join(t, NULL);
    return x;
}
