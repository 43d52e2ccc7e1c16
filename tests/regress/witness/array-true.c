// expect: true
// engines: impact
// An array is in memory: what the proof says of it has no name here, and is left out.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a[4] = { 1, 2, 3, 4 }, i = 0, *p = a;
    while (i < 4) {
        if (a[i] < 1 || *p != 1)
            reach_error();
        i++;
    }
    return 0;
}
