// expect: false
// engines: bmc
// The variable is volatile only where the pointer leads.
extern volatile int device;
extern void reach_error(void);
static int get(volatile int *from) {
    return *from;
}
int main(void) {
    int first = get(&device), second = get(&device);
    if (first != second)
        reach_error();
    return 0;
}
