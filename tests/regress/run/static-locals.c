// run:
// Static locals keep their values; each function has its own.
#include <stdio.h>
static int next(void) {
    static int n = 10;
    return n++;
}
static int other(int reset) {
    static int n, history[3];
    static int *last = &history[1];
    if (reset)
        n = 0;
    history[n++ % 3] = next();
    return *last + n;
}
static const char *name(int i) {
    static char text[4] = "x-";
    text[2] = (char)('0' + i);
    return text;
}
int main(void) {
    printf("%d ", next());
    printf("%d ", other(0));
    printf("%d ", other(0));
    printf("%d ", other(1));
    printf("%d\n", next());
    const char *a = name(1);
    name(2);
    printf("%s %d\n", a, a == name(3));
}
