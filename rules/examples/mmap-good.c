// Keeps the rule mmap.
#include <stddef.h>
int __VERIFIER_nondet_int(void);
extern void *mmap(void *, size_t, int, int, int, long);
extern int munmap(void *, size_t);

int main(void) {
    char *p = mmap(0, 4096, 3, 2, -1, 0);
    if (p == (char *)-1)
        return 1;
    munmap(p, 4096);
    return 0;
}
