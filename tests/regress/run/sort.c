// run: --random 1
// Loops, arrays and recursion.
extern int __VERIFIER_nondet_int(void);
#include <stdio.h>
static void sort(int *a, int n) {
    if (n < 2)
        return;
    int p = a[0], m = 0;
    for (int i = 1; i < n; i++)
        if (a[i] < p) {
            int t = a[++m];
            a[m] = a[i];
            a[i] = t;
        }
    a[0] = a[m];
    a[m] = p;
    sort(a, m);
    sort(a + m + 1, n - m - 1);
}
int main(void) {
    int a[] = { 5, 3, 9, 1, 7, 3, 8 };
    sort(a, 7);
    for (int i = 0; i < 7; i++)
        printf("%d ", a[i]);
    puts("");
    return 0;
}
