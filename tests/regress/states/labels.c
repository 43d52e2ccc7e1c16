// expect: true
// engines: impact lazy
// A jump through a known table of labels, beside a machine: several assumptions leave the jump, one of them true.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int threaded(const char *code, int x) {
    static const void *const labels[] = { &&add, &&twice, &&negate, &&stop };
    goto *labels[*code++ - 'a'];
add:
    x += 5;
twice:
    x *= 2;
negate:
    x = -x;
stop:
    return x;
}
int main(void) {
    int x = threaded("b", 2), state = 0, n = 0;
    while (__VERIFIER_nondet_int()) {
        if (state == 0)
            state = 1;
        else if (state == 1)
            state = x == -4 ? 2 : 3;
        else if (state == 2)
            state = 0;
        else
            n = 1;
    }
    if (n)
        reach_error();
    return 0;
}
