// expect: unknown(calls
// engines: match
// A call that is not inlined is executed, and nothing is proved then.
extern void reach_error(void);
static unsigned depth(unsigned n) {
    return n == 0 ? 0 : 1 + depth(n - 1);
}
int main(void) {
    if (depth(50) != 50)
        reach_error();
}
