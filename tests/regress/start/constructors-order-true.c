// expect: true
// engines: bmc
// says: constructors and destructors of one priority run in the order of their definition
extern void reach_error(void);
static int n;
__attribute__((constructor)) static void first(void) {
    n = n * 2 + 1;
}
__attribute__((constructor)) static void second(void) {
    n = n * 3 + 5;
}
int main(void) {
    if (n != 8)
        reach_error();
    return 0;
}
