// expect: false
// engines: bmc impact
// replay: compiled program agrees
// Constructors by rising priority before main, destructors the other way behind it.
extern void reach_error(void);
static int up, down;
__attribute__((constructor(300))) static void second(void) {
    up = up * 10 + 2;
}
__attribute__((constructor(200))) static void first(void) {
    up = up * 10 + 1;
}
__attribute__((constructor)) static void third(void) {
    up = up * 10 + 3;
}
__attribute__((destructor(200))) static void last(void) {
    if (up == 123 && down == 12)
        reach_error();
}
__attribute__((destructor(300))) static void before(void) {
    down = down * 10 + 2;
}
__attribute__((destructor)) static void initial(void) {
    down = down * 10 + 1;
}
int main(void) {
    return 0;
}
