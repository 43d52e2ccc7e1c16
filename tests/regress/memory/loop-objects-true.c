// expect: true
// engines: bmc chc
//
// Objects that a loop makes are different, and do not share memory.
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
        *new = i;
    }
    if (old && (old == new || *old == *new))
        reach_error();
    return 0;
}
