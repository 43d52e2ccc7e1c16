// expect: false
// engines: bmc impact
// options: --data-model ILP32
// Integers wrap around: 12 * 715827883 is 4, so the number is the address of another field.
extern void reach_error(void);
static struct {
    int first, second, third;
} row[2];
static volatile unsigned factor = 715827883u;
int main(void) {
    unsigned k = factor;
    *(int *)((unsigned)row + 12 * k) = 7;
    if (row[0].second == 7)
        reach_error();
    return 0;
}
