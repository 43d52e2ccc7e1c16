// expect: false
// engines: bmc
// The twin of c11_once.c in which each thread prepares.
#include <threads.h>
extern void reach_error(void);
static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static int calls;

static void prepare(void) {
    calls++;
    tss_create(&key, 0);
}

static int work(void *own) {
    prepare();
    if (calls != 1 || tss_get(key) != 0)
        reach_error();
    tss_set(key, own);
    if (tss_get(key) != own)
        reach_error();
    return 0;
}

int main(void) {
    thrd_t t;
    int one, two;
    thrd_create(&t, work, &one);
    work(&two);
    return 0;
}
