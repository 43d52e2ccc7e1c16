// expect: false(unreach-call)
// engines: leap
// replay: program as the interpreter reads it, compiled for this long run, agrees; compiled program agrees
// says: and so on, by a rule
// 10^8 rounds with a choice each: the inputs are a rule, and the run is compiled.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = 0;
    while (i < 100000000) {
        if (__VERIFIER_nondet_int())
            i++;
        else
            i = 0;
    }
    if (i == 100000000)
        reach_error();
}
