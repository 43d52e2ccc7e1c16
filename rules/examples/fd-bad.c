// Breaks the rule fd.
#include <fcntl.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char byte;
    int in = open("data", O_RDONLY);
    if (in < 0)
        return 1;
    int n = read(in, &byte, 1);
    if (n < 0)
        close(in);
    close(in);
    return 0;
}
