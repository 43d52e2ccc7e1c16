// expect: true
// engines: bmc
// options: --externals pure
// says: a pointer from outside leads to functions of the program only where the program put them
// A function pointer that comes from outside is called.
extern void reach_error(void);
extern void (*get(void))(void);
static void secret(void) {
    reach_error();
}
static void (*volatile kept)(void) = secret;
int main(void) {
    void (*f)(void) = get();
    f();
    return kept == 0;
}
