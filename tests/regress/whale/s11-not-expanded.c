// expect: false
// engines: whale
// timeout: 60
// A function that was not looked at yet has no executions; taken for one that returns anything, or for one
// that never returns, the answer is wrong one way or the other.  The error is in the third activation.
extern void reach_error(void);
int depth;
void down(int n) {
    depth++;
    if (n == 0 && depth == 3)
        reach_error();
    if (n > 0)
        down(n - 1);
}
int main(void) {
    down(2);
    return 0;
}
