// expect: true
// engines: locks bmc
// options: --property no-data-race
// A mtx_t protects 'count'; mtx_trylock says whether it was taken.
#include <threads.h>
static mtx_t mutex;
static int count;

static int work(void *unused) {
    (void)unused;
    if (mtx_trylock(&mutex) != thrd_success)
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
