// Breaks the rule toctou.
#include <fcntl.h>
#include <unistd.h>
#include <sys/stat.h>

static int use(const char *name) {
    if (access(name, R_OK))
        return 1;
    return open(name, O_RDONLY) < 0;
}

int main(void) {
    return use("data");
}
