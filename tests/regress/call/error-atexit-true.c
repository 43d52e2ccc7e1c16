// expect: true
// engines: bmc
// The library calls the error function.
#include <stdlib.h>
void reach_error(void) {
    abort();
}
int main(void) {
    atexit(reach_error);
    _Exit(0);
}
