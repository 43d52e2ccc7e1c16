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
    int good = (1 <= error) & (error <= 133);
    number = EPERM ^ ((EPERM ^ error) & -good); // no branch: this is in many models
}

// For functions that are not described: errno may have been set.
void __hone_any_errno(void) {
    if (__hone_input_bool("errno"))
        __hone_set_error(__hone_input_int("errno"));
}
