// expect: true
// engines: impact
// says: somewhere.c:103: in main, loop: n >= 5
// Two lines are called 103: the loop is in the second.
# 100 "somewhere.c"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = 5;
# 103 "somewhere.c"
    while (__VERIFIER_nondet_int())
        if (n < 10) n++;
    if (n < 5)
        reach_error();
    return 0;
}
