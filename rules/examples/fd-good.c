// Keeps the rule fd.
#include <fcntl.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char byte;
    int in = open("data", O_RDONLY);
    if (in < 0)
        return 1;
    int out = open("copy", O_WRONLY);
    if (out >= 0) {
        read(in, &byte, 1);
        write(out, &byte, 1);
        close(out);
    }
    close(in);
    return 0;
}
