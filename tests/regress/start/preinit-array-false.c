// expect: false
// engines: bmc
// replay: compiled program agrees
extern void reach_error(void);
static int n;
static void before_all(void) {
    n = 1;
}
__attribute__((section(".preinit_array"), used)) static void (*entry)(void) = before_all;
__attribute__((constructor(101))) static void constructor(void) {
    if (n == 1)
        reach_error();
}
int main(void) {
    return 0;
}
