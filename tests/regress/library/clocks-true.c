// expect: true
// engines: bmc
// The usual clocks can be read, their fractions are fractions, and the monotonic one does not go back.
#include <time.h>
extern void reach_error(void);
int main(void) {
    struct timespec a, b, wait = { 0, 1000 };
    if (clock_gettime(CLOCK_REALTIME, &a) || a.tv_nsec < 0 || a.tv_nsec > 999999999)
        reach_error();
    if (clock_gettime(CLOCK_MONOTONIC, &a) || clock_gettime(CLOCK_MONOTONIC, &b))
        reach_error();
    if (b.tv_sec < a.tv_sec || time(0) < 0 || clock() > clock())
        reach_error();
    if (nanosleep(&wait, &a) == -1 && (a.tv_sec != 0 || a.tv_nsec < 0 || a.tv_nsec > 1000))
        reach_error();
    return 0;
}
