// run:
// exit: 139
// An index one past the end of an array.
#include <stdio.h>
int main(void) {
    int a[3] = { 1, 2, 3 }, b[3] = { 4, 5, 6 }, i = 0;
    while (i < 3)
        i++;
    printf("%d\n", a[i - 1] + b[0]);
    return a[i];
}
