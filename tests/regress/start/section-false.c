// expect: false
// engines: bmc impact
// says: the objects in section hooks lie side by side in the order in which they are defined
// replay: compiled program agrees
// The linker bounds each section that has the name of a C variable.
typedef void (*Hook)(void);
extern void reach_error(void);
extern Hook __start_hooks[], __stop_hooks[];
static int n;
static void one(void) {
    n++;
}
static void two(void) {
    if (n == 1)
        reach_error();
}
static Hook first __attribute__((section("hooks"), used)) = one;
static Hook second __attribute__((section("hooks"), used)) = two;
int main(void) {
    for (Hook *h = __start_hooks; h < __stop_hooks; h++)
        (*h)();
    return 0;
}
