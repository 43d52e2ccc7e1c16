// expect: false(unreach-call)
// engines: portfolio
// The run goes on behind a printf of a text from outside.
// options: --externals pure
#include <stdio.h>
extern const char *name_of(int n);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    const char *name = name_of(1);
    if (name)
        printf("%s\n", name);
    if (name && __VERIFIER_nondet_int() == 3)
        reach_error();
    return 0;
}
