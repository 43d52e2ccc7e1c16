// expect: false
// engines: bmc impact lazy
// may-be-unknown: impact lazy
// timeout: 10
// Over integers x would stay above y; over bytes it does not.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned char x = 1, y = 0;
    while (__VERIFIER_nondet_int()) {
        x++;
        y++;
    }
    if (x <= y) reach_error();
}
