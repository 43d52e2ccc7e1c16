// The twin of remainder.c: the error is not reached.
extern void reach_error(void);

int main(void) {
    unsigned a = 70000003, b = 7, q = 0;
    while (a >= b) {
        a -= b;
        q++;
    }
    if (a == 4)
        reach_error();
}
