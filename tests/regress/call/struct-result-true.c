// expect: true
// engines: bmc
// Structs are passed and returned by value.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int a; long b; char c[9]; };
static struct pair swap(struct pair p) {
    int a = p.a;
    p.a = (int)p.b;
    p.b = a;
    p.c[8] = 'x';
    return p;
}
int main(void) {
    struct pair p = { __VERIFIER_nondet_int(), 7, "" }, q = swap(p);
    if (q.a != 7 || q.b != p.a || p.c[8] != 0 || q.c[8] != 'x')
        reach_error();
    return 0;
}
