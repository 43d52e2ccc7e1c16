// expect: true
// engines: bmc impact
// An operand in memory that is only read keeps its value.
extern void reach_error(void);
int main(void) {
    int x = 7, y;
    __asm__("movl %1, %0" : "=r"(y) : "m"(x));
    if (x != 7)
        reach_error();
    return y == 0;
}
