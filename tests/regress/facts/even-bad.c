// expect: false
// engines: impact lazy
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned x = 10;
    while (__VERIFIER_nondet_uint()) x += x == 14 ? 3 : 2;
    if (x % 2) reach_error();
}
