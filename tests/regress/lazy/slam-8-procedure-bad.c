// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin: two increments.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int inc(int x) { int r; x = x + 1; r = x; return r; }
int main(void) {
    int a = 0, b;
    b = inc(inc(a));
    if (a != b - 1) reach_error();
}
