// expect: unknown(unmodelled
// engines: bmc
// options: --property safe
// A number that is printed as a text, and one that is missing: nobody knows what is printed.
#include <stdio.h>
int main(void) {
    printf("%s\n", 5);
    printf("%d %d\n", 1);
    return 0;
}
