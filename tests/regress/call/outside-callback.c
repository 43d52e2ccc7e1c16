// expect: true
// engines: bmc
// options: --externals pure
// says: and does not call the function that it is given
// A function without body could call what it is given: that it does not is an assumption.
extern void reach_error(void);
extern void apply(void (*f)(void));
static int x;
static void set(void) { x = 1; }
int main(void) { apply(set); if (x) reach_error(); return 0; }
