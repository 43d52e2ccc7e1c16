// expect: true
// engines: lists
// options: --property valid-memsafety
// says: symbolic heap
// Links to the middle of nodes, from a global head.
#include <stdlib.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct list_head { struct list_head *next, *prev; };
struct node { int value; struct list_head link; };
static struct list_head head = { &head, &head };
static void add(int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->link.next = head.next;
    n->link.prev = &head;
    head.next->prev = &n->link;
    head.next = &n->link;
}
int main(void) {
    while (__VERIFIER_nondet_int())
        add(__VERIFIER_nondet_int());
    for (struct list_head *p = head.next; p != &head; p = p->next)
        ((struct node *)((char *)p - offsetof(struct node, link)))->value++;
    while (head.next != &head) {
        struct list_head *p = head.next;
        p->next->prev = p->prev;
        p->prev->next = p->next;
        free((char *)p - offsetof(struct node, link));
    }
    return 0;
}
