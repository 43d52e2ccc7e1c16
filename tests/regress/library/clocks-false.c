// expect: false
// engines: bmc
// The time of day can be set back.
#include <time.h>
extern void reach_error(void);
int main(void) {
    struct timespec a, b;
    clock_gettime(CLOCK_REALTIME, &a);
    clock_gettime(CLOCK_REALTIME, &b);
    if (b.tv_sec < a.tv_sec)
        reach_error();
    return 0;
}
