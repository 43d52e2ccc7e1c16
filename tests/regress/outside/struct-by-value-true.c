// expect: true
// engines: bmc
// A struct that is passed by value is a copy: the function cannot write the caller's.
extern void reach_error(void);

struct large {
    int a[16];
};
extern void look(struct large by_value);

int main(void) {
    struct large s = { { 0 } };
    look(s);
    if (s.a[3] != 0)
        reach_error();
    return 0;
}
