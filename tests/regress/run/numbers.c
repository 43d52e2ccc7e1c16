// run:
// <stdlib.h>: numbers from texts, absolute values, division, sorting, searching.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
static int down(const void *a, const void *b) {
    return *(const int *)b - *(const int *)a;
}
int main(void) {
    char *end;
    printf("%d %ld %ld %lu\n", atoi(" -42x"), strtol("0x1fz", &end, 0), strtol("077", NULL, 0), strtoul("zz", NULL, 36));
    printf("%c\n", *end);
    errno = 0;
    long long big = strtoll("99999999999999999999", &end, 10);
    printf("%lld %d %d\n", big, errno == ERANGE, *end);
    printf("%a %a %a\n", strtod("2.5e1", NULL), atof("-0.125"), strtod("inf", NULL));
    printf("%d %ld %d %d\n", abs(-3), labs(-4L), div(-7, 2).quot, div(-7, 2).rem);
    int v[] = { 3, 1, 4, 1, 5, 9, 2, 6 }, key = 4;
    qsort(v, 8, sizeof *v, down);
    for (int i = 0; i < 8; i++)
        printf("%d ", v[i]);
    int *found = bsearch(&key, v, 8, sizeof *v, down);
    printf("%d\n", (int)(found - v));
}
