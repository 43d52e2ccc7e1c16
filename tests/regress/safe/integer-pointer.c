// expect: true
// engines: bmc
// options: --property memory
// says: pointers that are made of integers point into the object that these came from
// A pointer that was a number for a while.
#include <stdint.h>
int a[2];
uintptr_t kept;
int main(void) {
    kept = (uintptr_t)a;
    int *p = (int *)(kept + 4);
    return *p;
}
