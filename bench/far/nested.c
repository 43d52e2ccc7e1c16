// J03: nested loops, 10^7 rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0, y = 0;
    if (n < 3000 || n > 4000)
        return 0;
    while (x < n) {
        x++;
        y = 0;
        while (y < n)
            y++;
    }
    if (y == n)
        reach_error();
}
