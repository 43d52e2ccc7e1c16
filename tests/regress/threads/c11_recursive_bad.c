// expect: false
// engines: bmc
// The twin of c11_recursive.c that has unlocked as often as locked before y is written.
#include <threads.h>
extern void reach_error(void);
static mtx_t mutex;
static int x, y;

static int work(void *unused) {
    (void)unused;
    mtx_lock(&mutex);
    mtx_lock(&mutex);
    x = 1;
    mtx_unlock(&mutex);
    mtx_unlock(&mutex);
    y = 1;
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&mutex, mtx_plain | mtx_recursive);
    thrd_create(&t, work, 0);
    if (mtx_trylock(&mutex) == thrd_success) {
        if (x != y)
            reach_error();
        mtx_unlock(&mutex);
    }
    thrd_join(t, 0);
    return 0;
}
