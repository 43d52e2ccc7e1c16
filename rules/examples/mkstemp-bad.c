// Breaks the rule mkstemp.
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    char name[] = "/tmp/xXXXXXX";
    int fd = mkstemp(name);
    write(fd, "x", 1);
    close(fd);
    return 0;
}
