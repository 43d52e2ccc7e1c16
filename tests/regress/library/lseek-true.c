// expect: true
// engines: bmc
// A move from the start ends at the offset, or fails; a stream tells where it was put.  Some devices stay at 0.
#include <stdio.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    long at = lseek(0, 10, SEEK_SET);
    if (at != -1 && at != 10 && at != 0)
        reach_error();
    if (fseek(stdin, 7, SEEK_SET) == 0 && (at = ftell(stdin)) != 7 && at != -1 && at != 0)
        reach_error();
    return 0;
}
