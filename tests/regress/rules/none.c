// expect: unknown(no event of a rule)
// engines: bmc
// options: --rule file
// A rule without an event in the program: nothing was checked, and that is no proof.
int main(void) {
    return 0;
}
