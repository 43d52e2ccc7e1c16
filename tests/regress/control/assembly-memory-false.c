// expect: false
// engines: bmc impact
// replay: compiled program agrees
// Any value but one: the compiled program fails as well.
extern void reach_error(void);
int main(void) {
    int x = 5;
    __asm__("addl $1, %0" : "+m"(x));
    if (x != 5)
        reach_error();
    return 0;
}
