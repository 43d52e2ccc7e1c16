// run:
// Between integers and floating point, every direction; towards zero.
#include <stdio.h>
int main(void) {
    volatile double d = -2.9;
    volatile float f = 3.99f;
    printf("%d %d %u\n", (int)d, (int)f, (unsigned)f);
    printf("%d %d\n", (char)65.9, (short)-1234.5);
    d = 4294967295.0;
    printf("%u %lld\n", (unsigned)d, (long long)d);
    d = 18446744073709549568.0;
    printf("%llu\n", (unsigned long long)d);
    volatile long long big = 9007199254740993;
    volatile unsigned long long top = 18446744073709551615u;
    volatile int n = 16777217;
    printf("%a %a %a\n", (double)big, (double)top, (double)(float)n);
    printf("%a %a\n", (double)(float)top, (double)-n);
    volatile unsigned char c = 200;
    printf("%a %d\n", c / 3.0, (int)(c * 1.5f));
    int i = 7;
    i *= 1.5;
    i -= 0.75;
    printf("%d %d %d\n", i, (_Bool)0.1, 1 ? 2 : 0);
    printf("%a\n", (1 ? 1 : 0.5) / 2);
}
