// expect: false
// engines: bmc
// replay: compiled program agrees
// The text names a variable that no operand leads to.
extern void reach_error(void);
int counter;
int main(void) {
    __asm__ volatile("incl counter(%%rip)" : : : "memory");
    if (counter)
        reach_error();
    return 0;
}
