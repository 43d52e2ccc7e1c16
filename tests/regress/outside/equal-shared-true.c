// expect: true
// engines: bmc chc
// A pointer from outside may be that of a variable that other files can name; then it reads the variable's value.
#include <assert.h>
extern int *get(void);
int b = 1;

int main(void) {
    int *a = get();
    if (a == &b)
        assert(*a == 1);
    return 0;
}
