// expect: false(division)
// engines: bmc runs
// options: --property safe
// replay: compiled program agrees
// says: standard input: "0"
// What scanf reads is given to the compiled program as its standard input.
#include <stdio.h>
int main(void) {
    int n, sum = 0, x;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n && i < 2; i++)
        if (scanf("%d", &x) == 1)
            sum += x % 100;
    printf("%d\n", sum / n);
    return 0;
}
