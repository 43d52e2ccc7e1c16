// expect: true
// may-be-unknown: bmc lazy impact ufo chc
// engines: bmc lazy impact ufo chc
// A number in the program is no pointer from outside: memory of the environment is not there for it.
extern void reach_error(void);
int main(void) {
    *(volatile int *)0x0c000010 = 1;
    reach_error();
    return 0;
}
