// run:
// Fall-through, ranges, wide cases; a loop with two entries; a jump into a loop.
#include <stdio.h>
static int classify(long long x) {
    int r = 0;
    switch (x) {
    case -1: r++;
    case 0: r += 2; break;
    case 5 ... 9: r = 50; // fall through
    default: r += 7; break;
    case 0x100000000LL: return 100;
    }
    return r;
}
static int tangle(int n) {
    int count = 0;
    if (n & 1)
        goto second;
first:
    n -= 3;
    count++;
second:
    n += 1;
    count += 10;
    if (n > 0)
        goto first;
    return count;
}
static int inside(int skip) {
    int i = 5, s = 0;
    if (skip)
        goto middle;
    for (i = 0; i < 10; i++) {
        s += 100;
    middle:
        s += i;
        if (s > 500)
            break;
        if (i == 7)
            continue;
        s++;
    }
    return s;
}
static int computed(const char *code) {
    static void *const labels[] = { &&add, &&twice, &&stop };
    int x = 1;
next:
    goto *labels[*code++ - '0'];
add:
    x += 3;
    goto next;
twice:
    x *= 2;
    goto next;
stop:
    return x;
}
int main(void) {
    printf("%d %d %d %d %d %d\n", classify(-1), classify(0), classify(6), classify(10), classify(1LL << 32), classify(1LL << 33));
    printf("%d %d %d %d\n", tangle(10), tangle(7), inside(0), inside(1));
    printf("%d\n", computed("01102"));
    char copy[12] = "", *to = copy;
    const char *from = "hello world";
    int n = 11, rounds = (n + 3) / 4;
    switch (n % 4) { // Duff's device
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
    printf("%s\n", copy);
}
