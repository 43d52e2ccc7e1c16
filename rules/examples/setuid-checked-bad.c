// Breaks the rule setuid-checked.
#include <unistd.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    setuid(1000);
    system("ls");
    return 0;
}
