// expect: false
// engines: bmc
// A bit-field keeps its width, its neighbours and its sign.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct bits { unsigned a : 3; int b : 4; unsigned c : 9; };
int main(void) {
    struct bits s = { 0, 0, 0 };
    int x = __VERIFIER_nondet_int();
    s.b = x;
    if (x > 0 && s.b < 0)
        reach_error();
    return 0;
}
