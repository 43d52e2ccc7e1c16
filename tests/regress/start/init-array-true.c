// expect: true
// engines: bmc impact
// What .init_array lists runs before main: numbered parts first, with constructors of that priority.
extern void reach_error(void);
static int n;
static void last(void) {
    n = n * 2;
}
static void middle(void) {
    n += 2;
}
__attribute__((constructor(150))) static void first(void) {
    n = 5;
}
__attribute__((section(".init_array"), used)) static void (*at_last)(void) = last;
__attribute__((section(".init_array.00200"), used)) static void (*at_200)(void) = middle;
int main(void) {
    if (n != 14)
        reach_error();
    return 0;
}
