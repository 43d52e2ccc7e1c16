// expect: false(unreach-call)
// engines: iufo vbox ubox vboxes uboxes
// y is 1 after one round.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 10, y = -1;
    while (N() && x > -1000) {
        x = x - 2;
        if (N() && y < 1000) y = y + 2;
    }
    if (x == 9 || y == 1) reach_error();
}
