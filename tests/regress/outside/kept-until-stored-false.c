// expect: false
// engines: portfolio bmc impact
// may-be-unknown: bmc impact
// Where s lies outside, ask knows of inner and may write it; formulas let it do so also where s is NULL.
struct S {
    int a, b;
    struct S *next;
};
extern void reach_error(void);
struct S *get_struct(void);
int ask(void);
static int kept;
void take_int(int *p);
static struct S inner = { 1, 2, 0 };

int main(void) {
    take_int(&kept);
    struct S *s = get_struct();
    inner.a = 4;
    if (s)
        s->next = &inner;
    ask();
    if (inner.a != 4)
        reach_error();
    return 0;
}
