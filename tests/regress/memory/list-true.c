// expect: true
// engines: bmc portfolio
// Nodes of one allocation site are different objects.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    int expected = 2;
    for (struct node *n = head; n; n = n->next)
        if (n->value != expected--)
            reach_error();
    return 0;
}
