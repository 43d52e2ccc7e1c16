// expect: false(valid-deref)
// engines: bmc impact
// options: --property safe
// The pointer moves between two accesses through it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void) {
    struct node second = { 0, 1 }, first = { &second, 2 };
    struct node *p = __VERIFIER_nondet_int() ? &first : &second;
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        sum += p->value;
        p = p->next;
    }
    return sum > 3;
}
