// run:
// Structures passed and returned by value: small, large, with floats.
#include <stdio.h>
struct Tiny { char c; };
struct Pair { int a, b; };
struct Floats { float x, y, z; };
struct Mixed { double d; int i; };
struct Large { int v[10]; struct Pair p; };
union Either { int i; double d; };
static struct Tiny tiny(struct Tiny t) { t.c++; return t; }
static struct Pair swap(struct Pair p) { return (struct Pair){ p.b, p.a }; }
static struct Floats scale(struct Floats f, float k) { f.x *= k; f.y *= k; f.z *= k; return f; }
static struct Mixed mixed(int i, struct Mixed m, double d) { m.i += i; m.d += d; return m; }
static struct Large large(struct Large l, int n) {
    if (n == 0)
        return l;
    l.v[n]++;
    l.p = swap(l.p);
    return large(l, n - 1);
}
static union Either either(union Either e) { e.d = e.i / 2.0; return e; }
int main(void) {
    struct Tiny t = tiny((struct Tiny){ 'a' });
    struct Pair p = swap((struct Pair){ 1, 2 });
    struct Floats f = scale((struct Floats){ 1, 2.5f, -3 }, 2);
    struct Mixed m = mixed(5, (struct Mixed){ 0.5, 1 }, 0.25);
    struct Large l = { { 0, 1, 2 }, { 7, 8 } }, r = large(l, 3);
    printf("%c %d %d %g %g %g %g %d\n", t.c, p.a, p.b, f.x, f.y, f.z, m.d, m.i);
    printf("%d %d %d %d %d %d\n", l.v[2], r.v[2], r.v[3], l.p.a, r.p.a, large(r, 1).p.a);
    printf("%g\n", either((union Either){ .i = 5 }).d);
}
