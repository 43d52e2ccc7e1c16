// run:
// <ctype.h>, as functions and as the macros of the header.
#include <ctype.h>
#include <stdio.h>
int main(void) {
    const char *text = "Az0 _\t~\x7f";
    for (const char *p = text; *p; p++)
        printf("%d%d%d%d%d%d ", isalpha(*p) != 0, isdigit(*p) != 0, isspace(*p) != 0, ispunct(*p) != 0, isprint(*p) != 0,
               (isxdigit)(*p) != 0);
    printf("\n");
    for (const char *p = "Hello, World 42"; *p; p++)
        putchar(isupper(*p) ? tolower(*p) : toupper(*p));
    putchar('\n');
    printf("%d %d\n", isalpha(EOF), toupper(EOF));
}
