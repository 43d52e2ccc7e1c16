// expect: false
// engines: bmc lazy impact ufo slam chc
// replay: compiled program agrees
//
// The error is reached with different objects.  A model in which they share memory does not say with which inputs.
void *malloc(unsigned long size);
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int *old = 0, *new = 0;
    for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
        old = new;
        new = malloc(sizeof *new);
        if (!new)
            return 0;
        *new = __VERIFIER_nondet_int();
    }
    if (old && (old == new || (*old == 12345 && *new == 54321)))
        reach_error();
    return 0;
}
