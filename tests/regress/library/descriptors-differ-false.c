// expect: false
// engines: bmc
// A descriptor that was closed is used again.
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    int a = open("first", O_RDONLY);
    if (a < 0 || close(a))
        return 0;
    int b = open("second", O_RDONLY);
    if (a == b)
        reach_error();
    return 0;
}
