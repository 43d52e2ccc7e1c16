// expect: true
// engines: impact lazy bmc
// Needs that x and y are one pointer and what it points to.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int one = N(), two = N();
    int *x = &one, *y = N() ? &two : &one;
    *x = 0;
    y = x;
    if (y == x) {
        *y = *y + 1;
        if (*x == 0) reach_error();
    }
}
