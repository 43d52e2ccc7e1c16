// expect: false(unreach-call)
// engines: impact
// Line markers, as in preprocessed files: a witness counts the lines that are there.
# 1 "elsewhere.h" 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
# 100 "somewhere.c" 2
int main(void) {
    int n = __VERIFIER_nondet_int();
# 7 "macros.h" 3
    if (n == 12345) {
# 103 "somewhere.c"
        reach_error();
    }
    return 0;
}
