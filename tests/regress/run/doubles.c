// run:
// IEEE double and float: rounding, subnormals, infinities, comparisons with NaN.
#include <float.h>
#include <stdio.h>
int main(void) {
    volatile double zero = 0, tiny = DBL_MIN, huge = DBL_MAX;
    printf("%a %a %a\n", 0.1 + 0.2, 1.0 / 3, 1e16 + 1);
    printf("%a %a\n", tiny / 4, tiny / 4 * 4);
    printf("%a %a %d\n", huge * 2, -1 / zero, 1 / -zero < 0);
    double nan = zero / zero;
    printf("%d%d%d%d%d%d\n", nan < 1, nan > 1, nan == nan, nan != nan, nan <= nan, !(nan >= 0));
    float f = 16777216.0f;
    printf("%a %a\n", (double)(f + 1), (double)f + 1);
    printf("%a %a %a\n", (double)0.1f, (double)(float)0.1, (double)(float)1e-45);
    printf("%d %d\n", 0.0 == -0.0, (float)0.1 == 0.1);
    float sum = 0;
    for (int i = 0; i < 10; i++)
        sum += 0.1f;
    printf("%a %d\n", (double)sum, sum == 1);
    printf("%g %f %e\n", 1e10, -2.5, 12345.678);
}
