// Breaks the rule popen.
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    FILE *p = popen("ls", "r");
    if (!p)
        return 1;
    fclose(p);
    return 0;
}
