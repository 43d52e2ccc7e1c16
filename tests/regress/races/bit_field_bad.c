// expect: false(no-data-race)
// engines: bmc locks
// options: --property no-data-race
// may-be-unknown: locks
// Neighbouring bit-fields are one memory location.
#include <pthread.h>
struct {
    int a : 3, b : 4;
} s;

void *work(void *unused) {
    s.a = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    s.b = 2;
    pthread_join(t, NULL);
    return 0;
}
