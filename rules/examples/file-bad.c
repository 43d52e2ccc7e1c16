// Breaks the rule file.
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    FILE *f = fopen("/dev/null", "r");
    if (!f)
        return 1;
    int c = fgetc(f);
    if (c == EOF)
        fclose(f);
    fclose(f);
    return 0;
}
