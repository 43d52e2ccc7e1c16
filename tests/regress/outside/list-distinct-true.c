// expect: true
// engines: bmc
// options: --externals pure
// says: pointers from outside point to memory of their own, each to another object
// With --externals pure that is the default, as SV-COMP's programs mean it.
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
