// expect: false(unreach-call)
// engines: match
// The number of arguments is an input of the start.
extern void reach_error(void);

int main(int argc, char **argv) {
    int n = 0;
    (void)argv;
    for (int i = 0; i < argc; i++)
        n++;
    if (n == 3)
        reach_error();
}
