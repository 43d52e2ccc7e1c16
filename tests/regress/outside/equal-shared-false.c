// expect: false(unreach-call)
// engines: bmc
// Where it is that of the variable it writes the variable.
#include <assert.h>
extern int *get(void);
int b = 1;

int main(void) {
    int *a = get();
    if (a == &b) {
        *a = 2;
        assert(b == 1);
    }
    return 0;
}
