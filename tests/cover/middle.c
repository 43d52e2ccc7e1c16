extern int __VERIFIER_nondet_int(void);
int middle(int x, int y, int z) {
    int m = z;
    if (y < z)
        if (x < y)
            m = y;
        else if (x < z)
            m = x;
        else if (x > y)
            m = y;
        else if (x > z)
            m = x;
    return m;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int z = __VERIFIER_nondet_int();
    return middle(x, y, z) == 3;
}
