// expect: false(unreach-call)
// engines: bmc lazy impact ufo chc
// options: --externals pure
// The pointer is what a function without body returns.
struct Config {
    int size;
    struct {
        int *table;
        unsigned char flags[4];
    } more[2];
};
extern struct Config *find_config(int which);
extern void reach_error(void);
int main(void) {
    struct Config *c = find_config(1);
    if (c && c->size == 2 && c->more[1].flags[2] == 9 && c->more[1].table[1] == 5)
        reach_error();
    return 0;
}
