// expect: true
// engines: bmc locks
// options: --property no-data-race
// The twin of bit_field_bad.c with a field of no width between them.
#include <pthread.h>
struct {
    int a : 3;
    int : 0;
    int b : 4;
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
