// expect: false(unreach-call)
// engines: portfolio
// replay: compiled program agrees
// says: standard input: .*quit!
// Lines that fgets reads.
#include <stdio.h>
#include <string.h>
#include <assert.h>
int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        assert(strcmp(line, "quit!") != 0);
    }
    return 0;
}
