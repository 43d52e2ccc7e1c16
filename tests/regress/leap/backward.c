// expect: false(unreach-call)
// engines: leap
// Which of the states behind the loop is the right one depends on n: each of them is reached (Theorem 1).
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 0;
    if (n < 1 || n > 1000000)
        return 0;
    while (x < n)
        x++;
    if (x == 700000)
        reach_error();
}
