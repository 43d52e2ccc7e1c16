// expect: false
// engines: bmc
// Structs are copied as a whole; their parts stay apart.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct point { int x, y; char tag; };
int main(void) {
    struct point p = { __VERIFIER_nondet_int(), 3, 'a' }, q = p;
    q.y++;
    p.tag = 'b';
    if (q.x != p.x || q.y != p.y + 1 || q.tag != 'b')
        reach_error();
    return 0;
}
