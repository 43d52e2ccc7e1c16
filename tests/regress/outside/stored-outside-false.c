// expect: false(unreach-call)
// engines: bmc
// What is stored in memory from outside is handed out.
#include <assert.h>

struct box {
    int *held;
};
extern struct box *get(void);
extern void go(void);

int main(void) {
    int x = 0;
    struct box *b = get();
    b->held = &x;
    go();
    assert(x == 0);
}
