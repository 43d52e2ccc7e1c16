// expect: false
// engines: bmc impact
// says: accesses to the external variable table, whose size is not known, stay within its first 65536 bytes
// An array that is defined elsewhere, with a size that is not known here, can be written and read.
extern void reach_error(void);
extern int table[];
int main(void) {
    table[3] = 5;
    if (table[3] == 5)
        reach_error();
    return 0;
}
