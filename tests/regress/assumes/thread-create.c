// expect: false
// engines: runs
// says: pthread_create never fails
// A program that starts a thread.
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
