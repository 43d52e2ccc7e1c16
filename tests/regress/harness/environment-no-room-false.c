// expect: false(unreach-call)
// The compiled program has an array where the environment's memory should be: it is not run, and the interpreter's
// word stands.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
char large[200 << 20];
int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    large[5] = 1;
    if (*p == 3)
        reach_error();
    return large[4];
}
