// expect: true
// engines: bmc
extern void reach_error(void);
double floor(double x) {
    return x + 1;
}
int main(void) {
    volatile double x = 2.5;
    if (floor(x) != 3.5)
        reach_error();
    return 0;
}
