// expect: false
// engines: slam bmc
// may-be-unknown: bmc slam
// The child has a number of its own.
#include <assert.h>
#include <unistd.h>
int main(void) {
    int parent = getpid();
    if (fork() == 0)
        assert(getpid() == parent);
    return 0;
}
