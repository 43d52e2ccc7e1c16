// expect: unknown(unmodelled: result of the callbacks of
// engines: bmc
// The function that is handed out first is called by another function later, when x is 1.
extern void reach_error(void);
extern void enter(void (*act)(void));
extern void go(void);
static int x;

static void act(void) {
    if (x == 1)
        reach_error();
}

int main(void) {
    enter(act);
    x = 1;
    go();
    return 0;
}
