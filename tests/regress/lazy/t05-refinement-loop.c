// expect: true
// engines: impact lazy
// An empty loop between the fact and its use.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 0;
    while (N()) { ; }
    if (x != 0) reach_error();
}
