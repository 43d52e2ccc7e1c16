// Keeps the rule file.
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    FILE *f = fopen("data", "r"), *g = fopen("copy", "w");
    if (f && g) {
        int c = fgetc(f);
        fputc(c, g);
    }
    if (f)
        fclose(f);
    if (g)
        fclose(g);
    return 0;
}
