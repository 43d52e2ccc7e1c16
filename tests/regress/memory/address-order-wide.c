// expect: unknown(unmodelled: where objects lie)
// engines: bmc impact
// options: --data-model ILP32
// Wider numbers made of addresses, and addresses with a bit set or cleared, are compared like the addresses.
extern void reach_error(void);
static int a, b;
int main(void) {
    unsigned long long x = (unsigned long)&a, y = (unsigned long)&b & ~1ul;
    if ((x < y) != (x + 1 < y) && x < y)
        reach_error();
    return 0;
}
