// expect: false(valid-deref)
// engines: bmc impact
// options: --property memory
// A node is read after it was freed.
#include <stdlib.h>
struct n { struct n *next; int v; };
int main(void) {
    struct n *l = 0;
    for (int i = 0; i < 3; i++) {
        struct n *x = malloc(sizeof *x);
        x->v = i;
        x->next = l;
        l = x;
    }
    while (l) {
        free(l);
        l = l->next;
    }
    return 0;
}
