// expect: true
// engines: bmc
#include <stdlib.h>
extern void reach_error(void);
static void at_end(void) {
    reach_error();
}
int main(void) {
    at_quick_exit(at_end);
    exit(0);
}
