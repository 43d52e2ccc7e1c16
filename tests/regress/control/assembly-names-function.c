// expect: unknown(unmodelled: inline assembly that names a function
// engines: bmc
extern void reach_error(void);
void step(void) {
    reach_error();
}
int main(void) {
    void (*volatile keep)(void) = step;
    __asm__ volatile("call step" : : : "memory", "rax");
    return keep == 0;
}
