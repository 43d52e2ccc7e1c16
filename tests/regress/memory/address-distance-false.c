// expect: false
// engines: bmc impact portfolio
// replay: compiled program agrees
// How far apart two objects lie is not for a proof to know: compilers put these next to each other.
extern void reach_error(void);
static int a, b;
int main(void) {
    long d = (char *)&a - (char *)&b;
    if (d == 4 || d == -4)
        reach_error();
    return 0;
}
