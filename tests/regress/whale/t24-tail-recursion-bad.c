// expect: false
// engines: whale
// timeout: 60
// The twin of t24-tail-recursion.c.
extern void reach_error(void);
int loop(int x) {
    if (x < 10)
        return loop(x + 1);
    return x;
}
int main(void) {
    if (loop(0) == 10)
        reach_error();
    return 0;
}
