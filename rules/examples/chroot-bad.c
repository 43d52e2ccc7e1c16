// Breaks the rule chroot.
#include <fcntl.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    if (chroot("/srv"))
        return 1;
    if (__VERIFIER_nondet_int())
        chdir("/");
    return open("data", O_RDONLY) < 0;
}
