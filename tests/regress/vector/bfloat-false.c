// expect: false
// engines: bmc
// The upper half of a float, rounded to nearest even.
extern void reach_error(void);
int main(void) {
    __bf16 a = (__bf16)1.00390625f, b = (__bf16)1.01171875f, c = (__bf16)3.1415927f;
    if ((float)a != 1 || (float)b != 1.015625f || (float)c == 3.140625f || sizeof a != 2)
        reach_error();
    return 0;
}
