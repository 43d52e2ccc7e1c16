// The twin of buffer.c: the error is not reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int in = 0, out = 0;
    while (in < 1000000) {
        if (__VERIFIER_nondet_int())
            in++;
        else if (out < in)
            out++;
        if (in - out > 1000000)
            reach_error();
    }
}
