// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin of t05: the loop changes x.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 0;
    while (N()) { x = 1; }
    if (x != 0) reach_error();
}
