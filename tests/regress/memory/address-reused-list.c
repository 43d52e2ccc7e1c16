// expect: true
// engines: bmc
// says: an object that is freed, resized or of a call that has returned has an address of its own
// Pointers that memory holds are not followed to where they dangle; that is said.
#include <stdlib.h>
extern void reach_error(void);
struct node {
    struct node *next;
} *head;
int main(void) {
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        head = n;
    }
    struct node *second = head->next;
    free(head);
    head = malloc(sizeof *head);
    if (head == second)
        reach_error();
    return 0;
}
