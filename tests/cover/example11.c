// T12: the place is live, with x = 0, y = 0, z = 2 for one
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int(), a;
    if (y == x)
        y++;
    if (z <= x)
        y++;
    a = y - z;
    if (a < x)
        return 1;
    return 0;
}
