// expect: true
// engines: bmc
// options: --property memory
// A list that is made and freed.
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
        struct n *t = l->next;
        free(l);
        l = t;
    }
    return 0;
}
