// expect: true
// engines: bmc
// An array of structs with an input as index.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct item { int key; short count; } items[4];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 4;
    items[i].key = 5;
    items[i].count = -1;
    int n = 0;
    for (int k = 0; k < 4; k++)
        n += items[k].key + items[k].count;
    if (n != 4)
        reach_error();
    return 0;
}
