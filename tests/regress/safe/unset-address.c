// expect: true
// engines: bmc
// options: --property safe
// Variables whose address is used are in memory, which is not looked at.
extern int __VERIFIER_nondet_int(void);
static void set(int *p) { *p = 1; }
int main(void) {
    int x, y, *p = 0;
    set(&x);
    p = x > __VERIFIER_nondet_int() ? &x : &y;
    *p = 2;
    return *p;
}
