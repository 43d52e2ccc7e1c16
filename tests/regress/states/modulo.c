// expect: true
// engines: impact lazy iufo
// States that are computed: a ring of four, two steps at a time.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static unsigned char ring, lap;
int main(void) {
    while (__VERIFIER_nondet_int()) {
        ring = (unsigned char)((ring + 2) % 4);
        if (ring == 0)
            lap = !lap;
        if (ring == 1 || ring == 3 || lap > 1)
            reach_error();
    }
    return 0;
}
