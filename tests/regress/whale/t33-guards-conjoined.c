// expect: false
// engines: whale
// options: --inline-calls no
// timeout: 60
// The printed algorithm refines exit by exit and conjoins the guards of the callee: p >= 0 and p < 0 give
// {false} f {...}, a specification that every function has, and the answer true.  The error is at p = 0, by the second
// return.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int f(int a) {
    if (__VERIFIER_nondet_int())
        return a;
    else
        return -a - 1;
}
int main(void) {
    int p = __VERIFIER_nondet_int();
    int b = f(p);
    if (p >= 0) {
        if (b < 0)
            reach_error();
    } else {
        if (b >= 0)
            reach_error();
    }
    return 0;
}
