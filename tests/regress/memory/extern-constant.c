// expect: true
// engines: bmc impact lazy chc iufo
// A constant that is defined elsewhere may be a variable there: the program writes it.
extern void reach_error(void);
extern int *const shared;
int main(void) {
    int x = 0;
    *(int **)&shared = &x;
    *shared = 1;
    if (x != 1) reach_error();
}
