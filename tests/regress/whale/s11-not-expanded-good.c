// expect: true
// engines: whale
// timeout: 60
// The twin of s11-not-expanded.c.
extern void reach_error(void);
int depth;
void down(int n) {
    depth++;
    if (n == 0 && depth == 4)
        reach_error();
    if (n > 0)
        down(n - 1);
}
int main(void) {
    down(2);
    return 0;
}
