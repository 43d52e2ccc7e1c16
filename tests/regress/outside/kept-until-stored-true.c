// expect: true
// engines: portfolio bmc impact
// The address of inner gets nowhere, whatever s is.
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
        s->next = s;
    ask();
    if (inner.a != 4)
        reach_error();
    return 0;
}
