// expect: false(unreach-call)
// engines: bmc
// A list from outside may be a ring.
#include <assert.h>

struct list {
    int value;
    struct list *next;
};
extern struct list *get(void);

int main(void) {
    struct list *l = get();
    l->value = 1;
    l->next->value = 2;
    assert(l->value == 1);
}
