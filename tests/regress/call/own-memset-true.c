// expect: true
// engines: bmc
// Clang makes an intrinsic of each call.
extern void reach_error(void);
static char bytes[100];
static volatile unsigned long n = 3;
static int calls;
void *memset(void *to, int byte, unsigned long count) {
    char *at = to;
    calls++;
    while (count--)
        *at++ = (char)(byte + 1);
    return to;
}
int main(void) {
    memset(bytes, 0, n);
    if (calls != 1 || bytes[2] != 1)
        reach_error();
    return 0;
}
