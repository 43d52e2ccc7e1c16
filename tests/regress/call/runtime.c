// expect: unknown(unmodelled: call of __popcountdi2
// engines: bmc
// A function of the compiler's own library does not return just anything.
extern int __popcountdi2(long bits);
extern void reach_error(void);
int main(void) {
    if (__popcountdi2(7) != 3)
        reach_error();
    return 0;
}
