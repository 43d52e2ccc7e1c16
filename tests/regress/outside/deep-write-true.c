// expect: true
// engines: bmc chc
// The struct holds no pointer to y: a function that gets the struct leaves y alone.
extern void reach_error(void);
extern void fill(void *from);

struct pair {
    int *first;
};

int main(void) {
    int x = 0, y = 0;
    struct pair s = { &x };
    fill(&s);
    if (y == 1)
        reach_error();
    return x != 0;
}
