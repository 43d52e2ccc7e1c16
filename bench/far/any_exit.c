// Which states lie behind the loop depends on an input: each of them is reached.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 0;
    if (n < 1 || n > 10000000)
        return 0;
    while (x < n)
        x++;
    if (x == 7654321)
        reach_error();
}
