// Keeps the rule popen.
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    FILE *p = popen("ls", "r"), *f = fopen("x", "r");
    if (p)
        pclose(p);
    if (f)
        fclose(f);
    return 0;
}
