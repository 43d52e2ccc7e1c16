// Which choice is right depends on a test of the program.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = 0, high = 0;
    while (i < 3000000) {
        if (i == 1000000)
            high = 1;
        if (__VERIFIER_nondet_int()) {
            if (!high)
                return 0;
        } else {
            if (high)
                return 0;
        }
        i++;
    }
    if (high)
        reach_error();
}
