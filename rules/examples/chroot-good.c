// Keeps the rule chroot.
#include <fcntl.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    if (chroot("/srv") || chdir("/"))
        return 1;
    return open("data", O_RDONLY) < 0;
}
