// expect: false
// engines: bmc
// replay: compiled program agrees
// What was asked for at exit is called.
#include <error.h>
#include <stdlib.h>
extern void reach_error(void);
static void last(void) {
    reach_error();
}
int main(void) {
    atexit(last);
    error(1, 0, "fatal");
    return 0;
}
