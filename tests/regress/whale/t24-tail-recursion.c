// expect: true
// engines: whale
// timeout: 60
// A loop in the form that the thesis gives to all loops.
extern void reach_error(void);
int loop(int x) {
    if (x < 10)
        return loop(x + 1);
    return x;
}
int main(void) {
    if (loop(0) != 10)
        reach_error();
    return 0;
}
