// expect: false
// engines: bmc impact
// Three lanes take the room of four in memory; the fourth has no value.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef int three __attribute__((ext_vector_type(3)));
static three table[2] = { { 1, 2, 3 }, { 4, 5, 6 } };
int main(void) {
    int n = __VERIFIER_nondet_int();
    three a = { n, 2, 3 };
    three b = a * a + table[1].zyx;
    table[0] = b;
    if (sizeof b != 16 || table[0].z == 13 || b[1] != 9 || table[1].x != 4 || b.x != n * n + 6)
        reach_error();
    return 0;
}
