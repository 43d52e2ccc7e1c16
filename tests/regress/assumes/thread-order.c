// expect: false
// engines: runs
// says: threads see each other's writes in one order
// What a thread wrote is seen by the one that waited for it.
#include <pthread.h>
extern void reach_error(void);
static int done;
static void *work(void *unused) {
    done = 1;
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    if (done)
        reach_error();
    return 0;
}
