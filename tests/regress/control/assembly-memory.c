// expect: unknown(unmodelled: result of inline assembly
// engines: bmc impact
// says: inline assembly writes only its outputs, what it names and through its pointers
// An output in memory is not any value: the compiled program knows it.
extern void reach_error(void);
int main(void) {
    int x;
    __asm__("movl $1, %0" : "=m"(x));
    if (x != 1)
        reach_error();
    return 0;
}
