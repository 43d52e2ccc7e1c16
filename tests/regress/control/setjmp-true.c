// expect: true
// setjmp returns 0 the first time; nobody calls longjmp.
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static jmp_buf start;
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (setjmp(start) != 0)
        reach_error();
    return n;
}
