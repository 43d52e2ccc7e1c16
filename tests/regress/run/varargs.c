// run:
// A callee with variable arguments of several types, copied and passed on.
#include <stdarg.h>
#include <stdio.h>
struct Point {
    double x;
    int y;
};
static double total(const char *kinds, va_list list) {
    double sum = 0;
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i': sum += va_arg(list, int); break;
        case 'L': sum += (double)va_arg(list, long long); break;
        case 'd': sum += va_arg(list, double); break;
        case 's': sum += *va_arg(list, const char *); break;
        case 'P': {
            struct Point p = va_arg(list, struct Point);
            sum += p.x * p.y;
            break;
        }
        }
    return sum;
}
static double both(const char *kinds, ...) {
    va_list list, again;
    va_start(list, kinds);
    va_copy(again, list);
    double x = total(kinds, list) + 1000 * total(kinds, again);
    va_end(list);
    va_end(again);
    return x;
}
int main(void) {
    struct Point p = { 1.5, 4 };
    printf("%.1f\n", both("iii", 1, 2, 3));
    printf("%.2f\n", both("dLid", 0.25, 1LL << 33, -7, 0.5));
    printf("%.1f\n", both("iPsP", 1, p, "A", p));
    printf("%.1f\n", both("iiiiiiiiddddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11.));
    printf("%.1f\n", both(""));
}
