// expect: true
// engines: bmc impact
// An array that is defined elsewhere, with a size that is not known here, keeps what is written.
extern void reach_error(void);
extern int table[];
int main(void) {
    table[3] = 5;
    if (table[3] != 5)
        reach_error();
    return 0;
}
