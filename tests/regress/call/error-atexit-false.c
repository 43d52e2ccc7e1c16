// expect: false
// engines: bmc
// replay: compiled program agrees
// The library calls the error function.
#include <stdlib.h>
void reach_error(void) {
    abort();
}
int main(void) {
    atexit(reach_error);
    return 0;
}
