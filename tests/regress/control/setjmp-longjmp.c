// expect: unknown(unmodelled: call of longjmp
// A run that calls longjmp gets back to setjmp, which Hone does not follow.
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static jmp_buf start;
int main(void) {
    if (setjmp(start) != 0)
        reach_error();
    if (__VERIFIER_nondet_int() == 7)
        longjmp(start, 1);
    return 0;
}
