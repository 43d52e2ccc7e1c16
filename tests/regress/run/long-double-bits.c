// run:
// exit: 7
// The bits of a long double: the sign is the 80th.
int main(void) {
    volatile long double x = -1.5L, y = 2.5L, zero = -0.0L;
    return (__builtin_signbit(x) ? 1 : 0) + (__builtin_signbit(y) ? 0 : 2) + (__builtin_signbit(zero) ? 4 : 0);
}
