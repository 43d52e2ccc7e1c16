// What a run reaches depends on the schedule.
#include <pthread.h>
int x;
void *work(void *unused) {
    if (x == 1)
        x = 2;
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 1;
    pthread_join(t, 0);
    if (x == 2)
        return 3;
    return 4;
}
