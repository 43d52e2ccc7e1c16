// expect: false
// engines: bmc
// The twin of c11_result.c with one variable for all threads.
#include <threads.h>
extern void reach_error(void);
static int mine = 1;

static int work(void *number) {
    mine += *(int *)number;
    if (mine == 3)
        thrd_exit(-mine);
    return mine;
}

int main(void) {
    thrd_t t, u;
    int one = 1, two = 2, result, other;
    thrd_create(&t, work, &one);
    thrd_create(&u, work, &two);
    if (thrd_join(t, &result) != thrd_success || thrd_join(u, &other) != thrd_success)
        reach_error();
    if (result != 2 || other != -3 || mine != 1)
        reach_error();
    return 0;
}
