// expect: true
// engines: whale chc
// timeout: 30
// says: requires n >= 0 && n <= 1000; ensures .*result == .*entry!n \* 2
// The result is a linear function of the argument, modulo 2^32: found before the search.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int f(int n) {
    if (n <= 0)
        return 0;
    return f(n - 1) + 2;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    if (f(n) != 2 * n)
        reach_error();
    return 0;
}
