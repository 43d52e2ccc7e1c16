// expect: unknown(objects in one place)
// engines: chc
//
// A list of cells 1, 0, 1, 0, ..., 3.  Horn clauses let two cells share memory, so there is a derivation of the error;
// it is no run, and must not be claimed to be one.
void *malloc(unsigned long size);
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct cell {
    int value;
    struct cell *next;
};

int main(void) {
    struct cell *first = malloc(sizeof *first), *p = first;
    int odd = 1;
    if (!first)
        return 0;
    while (__VERIFIER_nondet_int()) {
        p->value = odd;
        odd = !odd;
        p->next = malloc(sizeof *p);
        if (!p->next)
            return 0;
        p = p->next;
    }
    p->value = 3;
    odd = 1;
    for (p = first; p->value != 3; p = p->next) {
        if (p->value != odd)
            reach_error();
        odd = !odd;
    }
    return 0;
}
