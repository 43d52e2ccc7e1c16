// expect: false(unreach-call)
// Behind setjmp the program goes on.
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static jmp_buf start;
int main(void) {
    if (setjmp(start) == 0 && __VERIFIER_nondet_int() == 7)
        reach_error();
    return 0;
}
