// expect: false(unreach-call)
// engines: bmc impact lazy chc runs iufo
// A constant that is defined elsewhere may be a variable there: the program writes it.
extern void reach_error(void);
extern int *const shared;
int main(void) {
    int x = 0;
    *(int **)&shared = &x;
    *shared = 1;
    if (x == 1) reach_error();
}
