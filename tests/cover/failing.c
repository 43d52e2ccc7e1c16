// every path can fail
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5)
        assert(x == 7);
    else
        assert(x < 3);
    return 0;
}
