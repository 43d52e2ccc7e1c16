// run:
// exit: 139
// A member of a structure at address 0.
#include <stdio.h>
struct S {
    int a, b;
};
int main(void) {
    struct S s = { 1, 2 }, *p = &s;
    printf("%d\n", p->b);
    p = NULL;
    return p->b;
}
