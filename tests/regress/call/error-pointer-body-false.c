// expect: false
// engines: bmc impact
// replay: compiled program agrees
// The error function has a body and is called through a pointer.
#include <stdlib.h>
void reach_error(void) {
    abort();
}
static void (*const table[])(void) = { abort, reach_error };
int main(void) {
    volatile int i = 1;
    table[i]();
    return 0;
}
