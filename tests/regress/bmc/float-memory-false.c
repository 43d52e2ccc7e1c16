// expect: false
// engines: bmc
// A float in memory is its bit pattern.
extern void reach_error(void);
union both { float f; unsigned bits; };
int main(void) {
    union both u;
    u.f = 1.5f;
    u.bits ^= 0x80000000u;
    if (u.f != 1.5f)
        reach_error();
    return 0;
}
