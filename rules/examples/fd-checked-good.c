// Keeps the rule fd-checked.
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    char byte;
    int in = open("data", O_RDONLY);
    if (in < 0)
        return 1;
    read(in, &byte, 1);
    close(in);
    return 0;
}
