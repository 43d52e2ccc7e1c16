// expect: true
// engines: whale chc
// timeout: 60
// main calls itself: it is a function like others then.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int depth;
int main(void) {
    if (depth < 0 || depth > 100000)
        reach_error();
    if (depth < 100000 && __VERIFIER_nondet_int()) {
        depth++;
        main();
    }
    return 0;
}
