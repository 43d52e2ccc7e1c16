// expect: true
// engines: bmc impact lazy
// A member of a global struct starts with its own bytes, not with the first ones.
extern void reach_error(void);
struct {
    int a, b;
    char c[3];
    long long d;
} s = { 1, 2, { 3, 4, 5 }, 6 };
int main(void) {
    if (s.a != 1 || s.b != 2 || s.d != 6)
        reach_error();
    return 0;
}
