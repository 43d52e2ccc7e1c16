// expect: false
// engines: bmc
#include <stdlib.h>
void fail(void) {
    abort();
}
void reach_error(void) __attribute__((alias("fail")));
int main(void) {
    reach_error();
    return 0;
}
