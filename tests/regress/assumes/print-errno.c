// expect: true
// engines: bmc
// options: --property assert
// says: printf, puts and putchar never fail
// A call that fails would set errno.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
    errno = 0;
    printf("x\n");
    assert(errno == 0);
    return 0;
}
