// expect: true
// engines: bmc
// says: the program computes with the bits of addresses, and these do not decide
// A number made of an address is an index.
#include <stdint.h>
extern void reach_error(void);
static char object;
static int table[16];
int main(void) {
    table[(uintptr_t)&object / 64 % 16] = 1;
    for (int i = 0; i < 16; i++)
        if (table[i] > 1)
            reach_error();
    return 0;
}
