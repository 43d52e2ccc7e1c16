// Breaks the rule malloc-null.
// options: --malloc-may-fail
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *a = malloc(10);
    memset(a, 0, 10);
    free(a);
    return 0;
}
