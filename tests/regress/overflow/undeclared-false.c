// expect: false(no-overflow)
// engines: bmc
// options: --property no-overflow
// replay: compiled program agrees
// A function that is not declared: gcc alone would take it, and folds the comparison.
int main(void) {
    int x = from_outside();
    return x * -1 == -x;
}
