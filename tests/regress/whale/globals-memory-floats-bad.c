// expect: false
// engines: whale
// timeout: 60
// The twin of globals-memory-floats.c.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct two {
    int a, b;
};
int calls, seen[4];
float half = 1;
struct two walk(int n, int *out) {
    calls++;
    seen[n & 3] = 1;
    if (n <= 0) {
        *out = 7;
        return (struct two){ 1, 2 };
    }
    half = half / 2;
    struct two t = walk(n - 1, out);
    return (struct two){ t.a, t.b };
}
int main(void) {
    int got = 0;
    struct two t = walk(2, &got);
    if (calls != 3 || !seen[1] || half != 0.125f || got != 7 || t.a != 1 || t.b != 2)
        reach_error();
    return 0;
}
