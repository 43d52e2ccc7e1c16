// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of join_two.c that joins both at the end.
#include <pthread.h>
int x;

void *add(void *unused) {
    (void)unused;
    x++;
    return NULL;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, add, NULL);
    pthread_create(&u, NULL, add, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return x;
}
