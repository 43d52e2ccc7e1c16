// expect: true
// engines: bmc
// A line that does not fill the array ends in a newline, or the file ended.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
    char line[4];
    if (fgets(line, sizeof line, stdin)) {
        size_t n = strlen(line);
        if (n > 3 || (n > 1 && line[0] == '\n'))
            reach_error();
    }
    return 0;
}
