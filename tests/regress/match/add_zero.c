// expect: true
// engines: match
// options: --facts none --exactness must
// M04: x is 0, so y stays 0; y >= 0, y + x >= 0, y + 2x >= 0, ... never suffice, the concrete state does.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    if (x != 0)
        return 0;
    while (y >= 0)
        y = y + x;
    reach_error();
}
