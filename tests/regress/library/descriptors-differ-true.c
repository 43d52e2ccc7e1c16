// expect: true
// engines: bmc
// Two descriptors that are open at the same time differ, and a copy is none of those that are open.
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    int a = open("first", O_RDONLY), b = open("second", O_RDONLY), c = dup(1);
    if (a >= 0 && (a == b || a == c || c == 1))
        reach_error();
    return 0;
}
