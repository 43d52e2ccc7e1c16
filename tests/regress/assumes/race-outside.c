// expect: true
// engines: locks
// options: --property no-data-race
// says: functions without a body race with nobody
// Both threads give x to a function that may write it.
#include <pthread.h>
void change(int *);
int x;

void *work(void *unused) {
    (void)unused;
    change(&x);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    change(&x);
    return 0;
}
