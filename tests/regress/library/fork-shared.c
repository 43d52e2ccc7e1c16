// expect: unknown(unmodelled: call of fork
// engines: bmc
// Both processes have the mapped memory.
#include <assert.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
    int *p = mmap(0, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return 1;
    *p = 0;
    if (fork() == 0) {
        *p = 1;
        _exit(0);
    }
    wait(0);
    assert(*p == 0);
    return 0;
}
