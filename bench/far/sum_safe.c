// The twin of sum.c: the error is not reached.
extern void reach_error(void);

int main(void) {
    unsigned long s = 0, i = 0;
    while (i < 1000000) {
        s += i;
        i++;
    }
    if (s == 499999500001)
        reach_error();
}
