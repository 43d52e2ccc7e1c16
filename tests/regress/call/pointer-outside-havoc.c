// expect: unknown(unmodelled
// engines: bmc impact
// options: --externals havoc
// A function from outside may write through its pointers.
extern int (*find_reader(void))(int *);
extern void reach_error(void);
int main(void) {
    int x = 1;
    int (*read)(int *) = find_reader();
    if (read && read(&x) == 3 && x == 7)
        reach_error();
    return 0;
}
