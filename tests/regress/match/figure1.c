// expect: false(unreach-call)
// engines: match
// says: ^ +2 +3 +2  
// options: --stats --facts none --predicates tests/regress/match/figure1.pred
// M01: at the place D both x = 0 and x = 1 satisfy x < 2, so one of them is not explored; with x < 1 both are.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x != 0 && x != 1)
        return 0;
    for (int i = 0; i < 2; i++) // D
        if (x == 1 && i == 1)
            reach_error(); // E
}
