// fenv.c - <fenv.h>: floats are rounded to nearest, always
//
// So every environment that the program can save or install has that mode.  Which exceptions were raised is not kept.
#include "libc.h"

int fegetround(void) {
    return 0; // FE_TONEAREST
}

int fesetround(int mode) {
    if (mode != 0)
        __hone_unmodelled("rounding other than to nearest");
    return 0;
}

int fetestexcept(int which) {
    return __hone_input_int("fetestexcept") & which;
}

int feclearexcept(int which) {
    (void)which;
    return 0;
}

int fesetenv(const void *environment) {
    (void)environment;
    return 0;
}

int feupdateenv(const void *environment) {
    (void)environment;
    return 0;
}
