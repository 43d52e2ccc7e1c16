// Keeps the rule setuid-checked.
#include <unistd.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    if (setgid(1000) || setuid(1000))
        return 1;
    system("ls");
    return 0;
}
