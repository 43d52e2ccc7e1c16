// expect: true
// engines: bmc
// The size of an object that is named at the place is known without optimisation; of what a pointer leads to it is not.
extern void reach_error(void);
static char text[12];
static unsigned long behind(const char *p) {
    return __builtin_object_size(p, 0);
}
int main(void) {
    struct { int a; char b[6]; } s;
    if (__builtin_object_size("abcd", 0) != 5 || __builtin_object_size(text + 2, 0) != 10)
        reach_error();
    if (__builtin_object_size(s.b, 2) < 6 || __builtin_object_size(&s, 0) != sizeof s)
        reach_error();
    if (behind(text) != -1ul)
        reach_error();
    return 0;
}
