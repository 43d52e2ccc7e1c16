// errno.c - <errno.h>: one errno for each thread
#include "libc.h"

static _Thread_local int number;

int *__hone_errno(void) {
    return &number;
}

int *__errno_location(void) {
    return &number;
}

// Error numbers of Linux are 1 to 133.
void __hone_set_error(int error) {
    number = 1 <= error && error <= 133 ? error : EPERM;
}
