// expect: false(unreach-call)
// engines: runs portfolio
// replay: compiled program agrees
// The error is behind thirty million rounds of a loop.
extern void reach_error(void);
int main(void) {
    unsigned x = 0, y = 1;
    while (x < 10000000) {
        x++;
        y = y * 3 + (x & 5);
    }
    if (y % 8 != 7)
        reach_error();
    return 0;
}
