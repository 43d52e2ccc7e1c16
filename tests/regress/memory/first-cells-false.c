// expect: false
// engines: impact lazy ufo bmc
// What an array holds at the start, where it is not zero and everywhere else.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static int few[8] = { 0, 5 }, many[1000] = { 0, 5 };
int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (i > 7  || k > 999 || k == 1)
        return 0;
    if (few[i] || many[k])
        reach_error();
    return 0;
}
