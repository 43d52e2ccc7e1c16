// expect: true
// engines: chc
// However often the function is called back, x never becomes 11.
extern void reach_error(void);
extern void enter(void (*act)(void));
static int x;

static void act(void) {
    if (x < 10)
        x++;
}

int main(void) {
    enter(act);
    if (x > 10)
        reach_error();
    return 0;
}
