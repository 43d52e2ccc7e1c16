// expect: false(unreach-call)
// engines: bmc
// Cells of an array have their names.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int table[4];
int main(void) {
    for (int i = 0; i < 4; i++)
        table[i] = 10 * i;
    int at = __VERIFIER_nondet_int();
    if (at < 1 || at > 3)
        return 0;
    table[at] += 7;
    if (table[2] == 27)
        reach_error();
    return 0;
}
