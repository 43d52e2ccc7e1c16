// expect: false
// engines: bmc
// replay: compiled program agrees
// Compilers call libatomic for objects of odd sizes.
#include <stdatomic.h>
extern void reach_error(void);
struct Three {
    long a[3];
};
static _Atomic struct Three shared;
int main(void) {
    struct Three zero = { { 0, 0, 0 } }, new = { { 1, 2, 3 } };
    if (!atomic_compare_exchange_strong(&shared, &zero, new))
        return 0;
    struct Three old = atomic_exchange(&shared, zero);
    if (old.a[2] == 3)
        reach_error();
    return 0;
}
