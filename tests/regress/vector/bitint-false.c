// expect: false
// engines: bmc impact
// Integers of any width: arithmetic, comparisons, shifts by a variable, in memory and as arguments.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
typedef unsigned _BitInt(200) wide;
typedef _BitInt(7) tiny;
struct pair {
    char c;
    wide w;
};
static wide take(struct pair p, wide w) {
    return p.w - w;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 150;
    tiny low = -64, high = 63;
    wide one = 1, power = one << n, square = ((wide)1 << 99) * ((wide)1 << 100);
    struct pair p = { 1, square };
    if ((int)low != -64 || (int)high + 1 != 64 || (wide)low >> 193 != 127)
        reach_error();
    if (power >> n != 1 || square != one << 199 || square + square == 0 || take(p, one) >= square || -one < square)
        reach_error();
    switch (square >> 190) {
    case 512:
        break;
    default:
        reach_error();
    }
    return 0;
}
