// expect: unknown(recursion
// engines: impact lazy iufo vbox
// The first thing the program does is a recursive call: nothing before it to unwind.
extern void reach_error(void);
static unsigned depth(unsigned n) {
    return n == 0 ? 0 : 1 + depth(n - 1);
}
int main(void) {
    if (depth(5) != 5)
        reach_error();
    return 0;
}
