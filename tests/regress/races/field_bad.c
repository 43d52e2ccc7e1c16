// expect: false(no-data-race)
// engines: runs bmc
// options: --property no-data-race
// The twin of field.c: the same field.
#include <pthread.h>
struct pair {
    char a, b;
} pair;

void *fill(void *unused) {
    (void)unused;
    pair.a = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    pair.a = 1;
    return 0;
}
