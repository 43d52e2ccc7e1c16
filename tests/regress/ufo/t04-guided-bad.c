// expect: false(unreach-call)
// engines: iufo vbox vboxes
// x is 4 and y is 400 after four rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 0, y = 0;
    while (N()) {
        if (x >= 1000 || y >= 100000) break;
        if (N()) { x++; y += 100; }
        else if (N()) { if (x >= 4) { x++; y++; } }
    }
    if (x >= 4 && y <= 400) reach_error();
}
