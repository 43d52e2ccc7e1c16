// expect: false(unreach-call)
// engines: bmc impact lazy
// replay: compiled program agrees
// What the error needs is in blocks of the heap that were never written; the library allocates, too.
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
struct item {
    int a;
    short b;
    struct item *next;
};
int main(void) {
    struct item *first = malloc(sizeof *first), *list = 0;
    printf("hello\n");
    for (int i = 0; i < 2; i++) {
        struct item *z = malloc(sizeof *z);
        z->next = list;
        list = z;
    }
    if (first->a == 12345 && list->b == 77 && list->next->a == 99)
        reach_error();
    return 0;
}
