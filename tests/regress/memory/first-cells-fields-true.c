// expect: true
// engines: impact lazy ufo bmc
// What tables of structs hold at the start, field by field, also where a pointer goes to the middle.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct entry {
    char tag;
    short low;
    int high;
    union {
        int word;
        unsigned char byte[4];
    } both;
};
static struct entry table[6] = { { 'a', 1, 10, { 0x01020304 } }, { 'b', 2, 20 }, { 'c', 3, 30, { 5 } } };
static int pairs[4][2] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (i > 2 || k > 2)
        return 0;
    struct entry *e = &table[i] + 1;
    if (table[i].tag != 'a' + (int)i || table[i].high != 10 * table[i].low || e[-1].low != (int)i + 1)
        reach_error();
    if (table[0].both.byte[k] != 4 - k || table[i + 3].high || table[i + 3].both.word)
        reach_error();
    int *second = &pairs[k][1];
    if (*second != second[-1] + 1 || pairs[3][k & 1])
        reach_error();
    return 0;
}
