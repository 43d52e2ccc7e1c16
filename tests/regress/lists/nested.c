// expect: true
// engines: lists
// options: --property valid-memsafety
// says: symbolic heap
// Lists of lists.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct sub { struct sub *down; };
struct node { struct node *next; struct sub *subs; };

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->subs = NULL;
        while (__VERIFIER_nondet_int()) {
            struct sub *s = malloc(sizeof *s);
            s->down = n->subs;
            n->subs = s;
        }
        n->next = list;
        list = n;
    }
    while (list) {
        while (list->subs) {
            struct sub *s = list->subs;
            list->subs = s->down;
            free(s);
        }
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
