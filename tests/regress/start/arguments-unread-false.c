// expect: false
// engines: bmc impact lazy
// replay: compiled program agrees
// Their number counts all the same.
extern void reach_error(void);
int main(int argc, char **argv) {
    if (argc == 4)
        reach_error();
    return 0;
}
