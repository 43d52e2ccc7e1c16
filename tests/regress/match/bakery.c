// expect: true
// engines: match
// options: --facts none --exactness must
// M02: the bakery protocol for two processes.  Tickets grow without end, up to where the program stops, and a process
// that leaves gives its ticket back: the predicates printed in the paper are those of the program with this reset.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0, pc1 = 0, pc2 = 0;
    while (x > -1000000000 && x < 1000000000 && y > -1000000000 && y < 1000000000) {
        if (__VERIFIER_nondet_int()) {
            switch (pc1) {
            case 0: x = y; pc1 = 1; break;
            case 1: x = x + 1; pc1 = 2; break;
            case 2: if (x <= y) pc1 = 3; break;
            case 3: x = 0; pc1 = 0; break;
            }
        } else {
            switch (pc2) {
            case 0: y = x; pc2 = 1; break;
            case 1: y = y + 1; pc2 = 2; break;
            case 2: if (y < x) pc2 = 3; break;
            case 3: y = 0; pc2 = 0; break;
            }
        }
        if (pc1 == 3 && pc2 == 3)
            reach_error();
    }
}
