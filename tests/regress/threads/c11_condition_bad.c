// expect: false
// engines: bmc
// The twin of c11_condition.c that does not ask again what it waited for.
#include <threads.h>
extern void reach_error(void);
static mtx_t mutex;
static cnd_t filled;
static int full, value;

static int fill(void *unused) {
    (void)unused;
    mtx_lock(&mutex);
    value = 7;
    full = 1;
    cnd_signal(&filled);
    mtx_unlock(&mutex);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&filled);
    thrd_create(&t, fill, 0);
    mtx_lock(&mutex);
    if (!full)
        cnd_wait(&filled, &mutex);
    if (value != 7)
        reach_error();
    mtx_unlock(&mutex);
    return 0;
}
