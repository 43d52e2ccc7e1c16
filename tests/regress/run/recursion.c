// run:
// Recursion: nested, mutual, with locals whose addresses are passed down.
#include <stdio.h>
static int ackermann(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static int odd(int n);
static int even(int n) {
    return n == 0 || odd(n - 1);
}
static int odd(int n) {
    return n != 0 && even(n - 1);
}
static int depth(const int *above, int n) {
    int local = *above + n;
    return n == 0 ? local : depth(&local, n - 1) + local;
}
static int queens(int n, int row, unsigned cols, unsigned left, unsigned right) {
    int count = row == n;
    for (unsigned c = 0; c < (unsigned)n && row < n; c++)
        if (!(cols >> c & 1) && !(left >> (c + row) & 1) && !(right >> (c - row + n) & 1))
            count += queens(n, row + 1, cols | 1u << c, left | 1u << (c + row), right | 1u << (c - row + n));
    return count;
}
int main(void) {
    int zero = 0;
    printf("%d %d %d %d %d\n", ackermann(2, 3), even(10), odd(10), depth(&zero, 5), queens(6, 0, 0, 0, 0));
}
