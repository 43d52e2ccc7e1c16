// expect: false(unreach-call)
// engines: bmc lazy impact ufo chc
// What is read from memory of the environment decides; the compiled program finds the same there.
extern char *__VERIFIER_nondet_pchar(void);
extern void reach_error(void);
int main(void) {
    const char *text = __VERIFIER_nondet_pchar();
    int n = 0;
    if (!text)
        return 0;
    while (text[n] && n < 5)
        n++;
    if (n == 3 && text[0] == 'a' && text[2] == 'c')
        reach_error();
    return 0;
}
