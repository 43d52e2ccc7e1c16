// expect: false
// engines: bmc
// replay: compiled program agrees
// .fini_array comes after the functions of atexit.
#include <stdlib.h>
extern void reach_error(void);
static int n;
static void at_end(void) {
    if (n == 1)
        reach_error();
}
static void at_exit(void) {
    n = 1;
}
__attribute__((section(".fini_array"), used)) static void (*entry)(void) = at_end;
int main(void) {
    atexit(at_exit);
    return 0;
}
