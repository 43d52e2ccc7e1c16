// expect: false
// engines: bmc impact
// free() of a pointer that is moved by an index takes the fields of the object for one array.  That must be known before
// memory is split: here the store to g.c was once taken for an access outside of memory.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct pair {
    int a;
    char c;
} g;
int on_heap;

int main(void) {
    struct pair *h = &g;
    int k = __VERIFIER_nondet_int();
    g.a = 5;
    g.c = 3;
    if (k == 123456789 && g.c == 3)
        reach_error();
    if (on_heap)
        free((char *)h + k);
    return 0;
}
