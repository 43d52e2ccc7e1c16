// expect: false
// engines: bmc
// may-be-unknown: bmc
// Whether malloc's result lies above 4 GB is not the program's to know.  With one layout of memory in mind
// this was answered 'true'; the error is reached wherever objects lie below.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    void *p = malloc(4);
    while ((unsigned long long)p > 4294967295ULL)
        ;
    reach_error();
    return 0;
}
