// expect: false
// engines: bmc
// What nobody set may be there.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    char *value = getenv("PLACE");
    if (value && value[0] == 'x')
        reach_error();
    return 0;
}
