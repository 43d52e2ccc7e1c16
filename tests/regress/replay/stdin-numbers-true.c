// expect: true
// engines: bmc
// options: --property safe
// The twin of stdin-numbers-false: there is something to divide by.
#include <stdio.h>
int main(void) {
    int n, sum = 0, x;
    if (scanf("%d", &n) != 1 || n <= 0)
        return 1;
    for (int i = 0; i < n && i < 2; i++)
        if (scanf("%d", &x) == 1)
            sum += x % 100;
    printf("%d\n", sum / n);
    return 0;
}
