// expect: true
// engines: bmc impact
// A byte of a variable without a value keeps the one it has, also where only a pointer leads to it.
extern void reach_error(void);
int main(void) {
    long number;
    char *bytes = (char *)&number;
    char first = bytes[2];
    if (first != bytes[2])
        reach_error();
    return 0;
}
