// expect: true
// engines: bmc
// options: --property safe
// says: a compound literal, or a variable that a goto or switch jumps around, lives until its function returns
// The literal is gone at the end of its block, which the compiler does not mark.
int main(void) {
    int *p = 0;
    {
        p = (int[]){ 1, 2 };
    }
    return p[0];
}
