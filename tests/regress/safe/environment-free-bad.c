// expect: false(valid-free)
// engines: bmc
// options: --property safe
// says: free of memory that is not the program's
// What getenv returns is not to be freed.
#include <stdlib.h>
int main(void) {
    free(getenv("HOME"));
    return 0;
}
