// expect: true
// engines: bmc impact lazy
// Arguments that nobody looks at need not be made: bmc unwound the loop that makes them.
extern void reach_error(void);
int main(int argc, char **argv) {
    if (argc < 1)
        reach_error();
    return 0;
}
