// The twin of wrap.c: the error is not reached.
extern void reach_error(void);

int main(void) {
    unsigned x = 0;
    while (x != 50000000)
        x = (x + 5) & 0xfffffff;
    if (x == 50000001)
        reach_error();
}
