// run:
// Calls through tables, members, parameters and returned pointers.
#include <stdio.h>
typedef int (*Op)(int, int);
static int add(int a, int b) {
    return a + b;
}
static int sub(int a, int b) {
    return a - b;
}
static Op choose(char c) {
    return c == '+' ? add : c == '-' ? &sub : NULL;
}
struct Button {
    const char *label;
    void (*press)(struct Button *, int);
    int count;
};
static void once(struct Button *b, int n) {
    b->count += n;
}
static void twice(struct Button *b, int n) {
    b->press = once;
    b->press(b, n);
    (*b->press)(b, n);
}
static int fold(Op f, const int *v, int n, int start) {
    return n == 0 ? start : fold(f, v + 1, n - 1, f(start, *v));
}
int main(void) {
    Op table[] = { add, sub, add };
    int v[] = { 5, 6, 7 };
    for (int i = 0; i < 3; i++)
        printf("%d ", table[i](v[i], i));
    printf("%d %d %d\n", choose('-')(1, 2), choose('+') == add, choose('*') == NULL);
    printf("%d %d\n", fold(add, v, 3, 0), fold(choose('-'), v, 3, 100));
    struct Button b = { "ok", twice, 0 };
    b.press(&b, 3);
    b.press(&b, 4);
    printf("%s %d\n", b.label, b.count);
}
