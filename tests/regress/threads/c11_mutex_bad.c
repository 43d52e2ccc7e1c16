// expect: false(no-data-race)
// engines: bmc
// options: --property no-data-race
// The twin of c11_mutex.c that takes thrd_busy for success.
#include <threads.h>
static mtx_t mutex;
static int count;

static int work(void *unused) {
    (void)unused;
    if (mtx_trylock(&mutex) > thrd_busy)
        return 1;
    count++;
    mtx_unlock(&mutex);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&mutex, mtx_plain);
    thrd_create(&t, work, 0);
    mtx_lock(&mutex);
    count++;
    mtx_unlock(&mutex);
    thrd_detach(t);
    return 0;
}
