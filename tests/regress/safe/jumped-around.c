// expect: true
// engines: bmc
// options: --property memory
// says: a compound literal, or a variable that a goto or switch jumps around, lives until its function returns
// The declaration is jumped around: the compiler does not mark where its block ends.
extern int __VERIFIER_nondet_int(void);
static int *kept;
int main(void) {
    int sum = 0;
    switch (__VERIFIER_nondet_int()) {
        int y;
    case 1:
        y = 3;
        kept = &y;
        sum += *kept;
        break;
    default:
        sum = 1;
    }
    return sum;
}
