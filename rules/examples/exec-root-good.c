// Keeps the rule exec-root.
#include <unistd.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    if (seteuid(0))
        return 1;
    if (seteuid(1000))
        return 2;
    system("ls");
    return 0;
}
