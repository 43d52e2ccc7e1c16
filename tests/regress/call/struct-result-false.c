// expect: false
// engines: bmc
// Structs are passed and returned by value.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int a; long b; char c[9]; };
static void change(struct pair *p) { p->a = 3; }
int main(void) {
    struct pair p = { __VERIFIER_nondet_int(), 7, "" };
    change(&p);
    if (p.a == 3)
        reach_error();
    return 0;
}
