// T13: tests that are correlated: the second and the third operand are never reached
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
struct name {
    int length;
    char buffer[4];
} name;
int main(void) {
    int work = __VERIFIER_nondet_int();
    name.length = 0;
    for (int i = 0; i < 4; i++)
        name.buffer[i] = __VERIFIER_nondet_char();
    if (work > 3)
        work = 3;
    if (name.length != 4 || name.buffer[0] < 'A' || name.buffer[0] > 'Z')
        return 1;
    return work;
}
