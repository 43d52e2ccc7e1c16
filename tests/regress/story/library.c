// expect: false(unreach-call)
// engines: bmc
// Variables of models of the library have no place in a story, nor have lines of theirs.
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    long x = random();
    time_t now = time(NULL);
    assert(!(x == 7 && now == 99));
    return 0;
}
