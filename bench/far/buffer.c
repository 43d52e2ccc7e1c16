// What is put in and not taken out, until a buffer is full.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int in = 0, out = 0;
    while (in < 1000000) {
        if (__VERIFIER_nondet_int())
            in++;
        else if (out < in)
            out++;
        if (in - out == 500000)
            reach_error();
    }
}
