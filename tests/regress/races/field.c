// expect: true
// engines: bmc locks
// options: --property no-data-race
// Neighbouring fields are different places.
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
    pair.b = 1;
    return 0;
}
