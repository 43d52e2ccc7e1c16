// expect: false(valid-deref)
// engines: bmc
// options: --property safe --malloc-may-fail
// strdup takes memory, too, and may not get any.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = strdup("text");
    int c = p[0];
    free(p);
    return c;
}
