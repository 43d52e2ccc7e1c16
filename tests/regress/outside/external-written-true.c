// expect: true
// engines: bmc impact lazy
// Functions that other files define change variables that other files define, not those whose address stays inside.
extern void reach_error(void);
extern int count;
void take(int *p);
static int kept, hidden = 3;
int main(void) {
    take(&kept);
    count = hidden;
    if (count != 3 || hidden != 3)
        reach_error();
    return 0;
}
