// expect: false
// engines: bmc impact
// Assembly without instructions leaves what it is given where it is; outputs in memory are counted with the others.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c, d, kept = 7, x = a;
    __asm__ volatile("" : "+r"(x) : : "memory");
    __asm__ volatile("" : "=m"(kept), "=r"(c), "=r"(d) : "1"(a), "2"(b));
    if (x != a || c != a || d == b)
        reach_error();
    return 0;
}
