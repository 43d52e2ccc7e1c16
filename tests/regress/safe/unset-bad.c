// expect: false(uninit)
// engines: bmc impact
// options: --property safe
// says: False: .*unset-bad.c:11:9: x is read before it has a value
// replay: a variable that was given none has some value there
// A variable that only some runs give a value.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x, y = 0, more = __VERIFIER_nondet_int();
    if (more > 3) x = 2;
    if (x > 7)
        y = 1;
    return y;
}
