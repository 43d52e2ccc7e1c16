// expect: true
// engines: impact lazy ufo chc
// A turn of the machine that does not matter: from state 1 an input decides whether it goes through 2, where nothing
// happens.  What holds in 1 holds in 2.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int hit = __VERIFIER_nondet_int(), other = __VERIFIER_nondet_int(), more = __VERIFIER_nondet_int(), s = 0;
    while (1) {
        switch (s) {
        case 0:
            if (hit)
                return 0;
            s = 1;
            break;
        case 1:
            if (other == 5)
                s = 2;
            else if (more == 6 && other == 7)
                s = 3;
            else
                s = 2;
            break;
        case 2:
            s = 3;
            break;
        case 3:
            if (hit)
                reach_error();
            s = 4;
            break;
        default:
            return 0;
        }
    }
}
