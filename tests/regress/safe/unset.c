// expect: true
// engines: bmc impact
// options: --property safe
// A variable that only some runs give a value, and only these look at it.  Copies, and bytes of structures, need none.
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
struct bits { unsigned a : 3, b : 5; };
int main(void) {
    int x, z, y = 0, more = __VERIFIER_nondet_int();
    struct pair p, q;
    struct bits b;
    b.a = 1;
    p.a = 1;
    q = p;
    if (more > 3)
        x = 2;
    z = x;
    if (more > 3 && z > 7 && b.a && q.a)
        y = 1;
    return y;
}
