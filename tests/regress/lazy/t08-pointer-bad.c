// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin of t08: y may point elsewhere.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int one = N(), two = N();
    int *x = &one, *y = N() ? &two : &one;
    *x = 0;
    if (y != 0) {
        *y = *y + 1;
        if (*x == 0) reach_error();
    }
}
