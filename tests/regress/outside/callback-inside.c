// expect: true
// engines: chc
// says: do not call back from within functions that are called back
// A function that is called back calls a function without body itself.
extern void reach_error(void);
extern void enter(void (*act)(void));
extern void note(int what);
static int x;

static void act(void) {
    note(x);
    if (x < 10)
        x++;
}

int main(void) {
    enter(act);
    if (x > 10)
        reach_error();
    return 0;
}
