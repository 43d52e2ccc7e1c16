// expect: false
// engines: bmc impact lazy
// says: take, which has no body, returns any value and writes only through its pointers and to external variables
// A variable that another file defines can be changed by a function that another file defines.
extern void reach_error(void);
extern int table[4], count;
void take(int *p);
static int kept;
int main(void) {
    table[1] = 5;
    count = 1;
    take(&kept);
    if (table[1] != 5 && count != 1)
        reach_error();
    return 0;
}
