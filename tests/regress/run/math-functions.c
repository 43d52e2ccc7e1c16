// run:
// The exact part of <math.h>.
#include <math.h>
#include <stdio.h>
int main(void) {
    volatile double v[] = { 2.5, -2.5, 0.49999999999999994, -0.0, 1e300 };
    for (int i = 0; i < 5; i++)
        printf("%a %a %a %a %a\n", floor(v[i]), ceil(v[i]), trunc(v[i]), round(v[i]), rint(v[i]));
    printf("%a %a %a %a\n", sqrt(v[0] * 2), fabs(v[1]), fmod(10.5, 3), fmod(-1, 0.3));
    int e;
    double whole, part = modf(-3.25, &whole);
    printf("%a %a %a %a\n", part, whole, ldexp(0.75, 4), frexp(40, &e));
    printf("%d %d %d %d %d\n", e, isnan(v[0]) != 0, isinf(v[4] * 1e300) != 0, isfinite(v[4]) != 0, signbit(v[3]) != 0);
    printf("%a %a %a\n", fmax(1, v[0]), fmin(1, v[0]), copysign(3, v[3]));
    printf("%ld %a %a\n", lround(v[0]), remainder(10, 3), fmod(5, 0.1));
}
