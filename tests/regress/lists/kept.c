// expect: true
// engines: lists
// options: --property valid-memsafety
// says: symbolic heap
// Global variables hold lists at the end: valid-memtrack accepts that.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
static struct node *kept;
static struct { struct node *first; int n; } other[2];

static void add(struct node **list) {
    struct node *n = malloc(sizeof *n);
    n->next = *list;
    *list = n;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            add(&kept);
        else if (__VERIFIER_nondet_int())
            add(&other[0].first);
        else
            add(&other[1].first);
    }
    if (kept)
        kept->next = kept->next;
    return 0;
}
