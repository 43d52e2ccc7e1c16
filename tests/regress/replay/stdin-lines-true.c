// expect: true
// engines: runs
// may-be-unknown: runs
// timeout: 3
// The twin of stdin-lines-false: no line is longer than what was asked for.
#include <stdio.h>
#include <string.h>
#include <assert.h>
int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        assert(strlen(line) < 64);
    }
    return 0;
}
