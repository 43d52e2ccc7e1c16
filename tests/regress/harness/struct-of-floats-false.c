// expect: false(unreach-call)
// options: --externals pure
// A function without body returns a struct in two registers of different kinds.
struct point {
    double x;
    long tag;
};
extern struct point locate(int which);
extern void reach_error(void);
int main(void) {
    struct point p = locate(3);
    if (p.x > 1.5 && p.x < 1.75 && p.tag == -4)
        reach_error();
    return 0;
}
