// expect: false
// engines: bmc impact lazy
// The unsafe twin: once taken for safe, because b was said to start with the bytes of a.
extern void reach_error(void);
struct {
    int a, b;
} s = { 1, 2 };
int main(void) {
    if (s.b != 1)
        reach_error();
    return 0;
}
