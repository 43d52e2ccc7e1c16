// expect: true
// engines: impact
// Keeping track of descriptors must not keep a loop from being proved.
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    for (;;) {
        char bytes[4];
        int file = open("file", O_RDONLY);
        if (file < 0)
            break;
        if (read(file, bytes, sizeof bytes) > 4)
            reach_error();
        if (close(file))
            break;
    }
    return 0;
}
