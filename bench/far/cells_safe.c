// The twin of cells.c: the error is not reached.
extern void reach_error(void);

int main(void) {
    int a[4] = { 0 }, i;
    for (i = 0; i < 4000000; i++)
        a[i % 4]++;
    if (a[0] > 1000000)
        reach_error();
}
