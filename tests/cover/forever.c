// No run ends; all branches are reached but one.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned n = 0;
    for (;;) {
        int x = __VERIFIER_nondet_int();
        if (x == 77777)
            n++;
        else if (x > 5 && x < 3)
            n = 0;
    }
}
