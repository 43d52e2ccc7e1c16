// expect: false(uninit)
// engines: bmc
// options: --property uninit
// says: sum is read before it has a value
// Each round of the loop has a variable of its own, without a value.
int main(void) {
    int total = 0;
    for (int i = 0; i < 2; i++) {
        int sum;
        if (i == 0)
            sum = 1;
        total += sum;
    }
    return total;
}
