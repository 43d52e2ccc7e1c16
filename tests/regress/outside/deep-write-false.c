// expect: false(unreach-call)
// engines: bmc
// What a function without body is given leads to more: it may write through a pointer in a struct.
extern void reach_error(void);
extern void fill(void *from);

struct pair {
    int *first;
};

int main(void) {
    int x = 0;
    struct pair s = { &x };
    fill(&s);
    if (x == 1)
        reach_error();
    return 0;
}
