// expect: false
// engines: bmc impact
// A pointer leads to the function that must not be called, which has no body here.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);
int main(void) {
    void (*end)(void) = __VERIFIER_nondet_int() > 7 ? reach_error : abort;
    end();
    return 0;
}
