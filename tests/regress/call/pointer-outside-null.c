// expect: true
// engines: bmc impact
// A call through a null pointer ends the run, also where the pointer comes from outside.
extern int (*find_reader(void))(int *);
extern void reach_error(void);
int main(void) {
    int x = 1;
    int (*read)(int *) = find_reader();
    if (!read) {
        read(&x);
        reach_error();
    }
    return 0;
}
