// expect: false(unreach-call)
// engines: runs portfolio
// Two threads count without a lock, and one step is lost.
#include <pthread.h>
extern void reach_error(void);
int count;
static void *work(void *argument) {
    (void)argument;
    for (int i = 0; i < 3; i++)
        count = count + 1;
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (count != 6)
        reach_error();
    return 0;
}
