// expect: true
// engines: bmc
// says: assembly outside of functions does nothing to what is written in C
__asm__(".globl another\n.set another, 0");
extern void reach_error(void);
int main(void) {
    int n = 1;
    if (n != 1)
        reach_error();
    return 0;
}
