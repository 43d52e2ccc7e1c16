// expect: true
// engines: bmc
// options: --property safe --malloc-may-fail
// strdup takes memory, too, and may not get any: which is asked here.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = strdup("text");
    int c = p ? p[0] : 0;
    free(p);
    return c;
}
