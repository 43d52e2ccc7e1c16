// The twin of count_1e8.c: the error is not reached.
extern void reach_error(void);

int main(void) {
    int i = 0;
    while (i < 100000000)
        i++;
    if (i != 100000000)
        reach_error();
}
