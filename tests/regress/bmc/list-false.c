// expect: false
// engines: bmc
// A list on the heap, of a length that is an input.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
    struct node *list = 0;
    unsigned n = __VERIFIER_nondet_uint(), length = 0;
    if (n > 4)
        return 0;
    for (unsigned i = 0; i < n; i++) {
        struct node *new = malloc(sizeof *new);
        if (!new)
            return 0;
        new->value = i;
        new->next = list;
        list = new;
    }
    for (struct node *p = list; p; p = p->next, length++)
        if (p->value != (int)(n - 1 - length))
            reach_error();
    if (length > 3)
        reach_error();
    return 0;
}
