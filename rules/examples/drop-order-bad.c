// Breaks the rule drop-order.
#include <unistd.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    if (setuid(1000) || setgid(1000))
        return 1;
    return 0;
}
