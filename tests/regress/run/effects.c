// run:
// Order of effects: short circuits, comma, conditional, compound assignment.
#include <stdio.h>
static int trail;
static int touch(int x) {
    trail = trail * 10 + (x < 0 ? -x : x);
    return x;
}
int main(void) {
    int a = touch(0) && touch(1) || touch(2);
    printf("%d %d\n", a, trail);
    trail = 0;
    a = touch(3) || touch(4) ? (touch(5), touch(6)) : touch(7);
    printf("%d %d\n", a, trail);
    trail = 0;
    a = touch(0) ?: touch(8);
    printf("%d %d\n", a, trail);
    unsigned char c = 250;
    c += 10;
    short s = 32767;
    s++;
    printf("%d %d\n", c, s);
    int v[3] = { 1, 2, 3 }, i = 0;
    v[i++] += 10;
    v[i] *= i + 4;
    int *p = v;
    int x = *p++ + *++p;
    printf("%d %d %d %d %d\n", v[0], v[1], v[2], i, x);
    a = ({
        int t = 5;
        while (t % 7)
            t += 4;
        t;
    });
    printf("%d\n", a);
}
