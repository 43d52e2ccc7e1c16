// expect: true
// engines: match
// options: --facts none --exactness must --predicates tests/regress/match/rax_given.pred
// M03 to the end with e1 >= 0 and e2 >= 0 given: three searches.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int c1 = 0, c2 = 0, e1 = 0, e2 = 0, w1 = 0, w2 = 0, pc1 = 1, pc2 = 1;
    while (e1 < 1000000000 && e2 < 1000000000) {
        if (__VERIFIER_nondet_int()) {
            switch (pc1) {
            case 1: c1 = 0; pc1 = 2; break;
            case 2: if (c1 == e1) pc1 = 3; else pc1 = 5; break;
            case 3: w1 = 1; pc1 = 4; break;
            case 4: if (w1 == 0) pc1 = 5; break;
            case 5: c1 = e1; pc1 = 6; break;
            case 6: e2 = e2 + 1; w2 = 0; pc1 = 2; break;
            }
        } else {
            switch (pc2) {
            case 1: c2 = 0; pc2 = 2; break;
            case 2: e1 = e1 + 1; w1 = 0; pc2 = 3; break;
            case 3: if (c2 == e2) pc2 = 4; else pc2 = 6; break;
            case 4: w2 = 1; pc2 = 5; break;
            case 5: if (w2 == 0) pc2 = 6; break;
            case 6: c2 = e2; pc2 = 2; break;
            }
        }
        if (c1 > e1 || c2 > e2)
            reach_error();
    }
}
