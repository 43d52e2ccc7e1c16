// The twin of count_by_three.c: the error is not reached.
extern void reach_error(void);

int main(void) {
    unsigned i = 0;
    while (i < 100000000)
        i += 3;
    if (i == 100000001)
        reach_error();
}
