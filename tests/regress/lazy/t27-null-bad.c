// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin: not tested.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int cell;
int *get(void) { return N() ? &cell : 0; }
int read(int *p) { if (!p) reach_error(); return *p; }
int main(void) {
    int *p = get(), sum = 0;
    while (N()) { sum += read(p); p = get(); }
}
