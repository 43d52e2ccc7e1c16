// expect: false(unreach-call)
// engines: bmc runs
// may-be-unknown: runs
// replay: compiled program agrees
// Bytes that read gives.
#include <unistd.h>
#include <assert.h>
#include <stdint.h>
int main(void) {
    uint8_t b[8];
    ssize_t n = read(0, b, sizeof b);
    if (n < 4)
        return 1;
    uint32_t len = b[0] | b[1] << 8;
    assert(!(len > 300 && b[2] == 'x' && b[3] == 'y'));
    return 0;
}
