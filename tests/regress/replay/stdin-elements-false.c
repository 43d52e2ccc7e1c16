// expect: false(valid-deref)
// engines: bmc
// options: --property safe
// replay: compiled program agrees
// says: standard input: "BM
// A structure that fread fills.
#include <stdio.h>
#include <assert.h>
struct h {
    unsigned char magic[2];
    unsigned short n;
};
int main(void) {
    struct h h;
    if (fread(&h, sizeof h, 1, stdin) != 1)
        return 1;
    if (h.magic[0] != 'B' || h.magic[1] != 'M')
        return 2;
    if (h.n > 16)
        return 3;
    int t[16];
    t[h.n] = 1;
    return 0;
}
