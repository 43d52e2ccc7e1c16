// expect: false
// engines: chc bmc
// replay: compiled program agrees
//
// As list-made-in-loop.c, but the second cell is taken for a 1, too.
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
    }
    return 0;
}
