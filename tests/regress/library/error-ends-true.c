// expect: true
// engines: bmc
// error() with a code does not return, nor does errx().
#include <err.h>
#include <error.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    error(0, 0, "a message");
    if (__VERIFIER_nondet_int())
        errx(2, "this ends it");
    error(1, 0, "so does this");
    reach_error();
    return 0;
}
