// Keeps the rule toctou.
#include <fcntl.h>
#include <unistd.h>
#include <sys/stat.h>

int main(void) {
    struct stat st;
    int f = open("data", O_RDONLY);
    if (f < 0 || fstat(f, &st))
        return 1;
    return access("other", R_OK);
}
