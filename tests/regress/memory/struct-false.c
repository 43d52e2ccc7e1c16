// expect: false
// engines: bmc
// Assigning a struct copies it, padding and arrays included.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct point { char tag; int at[2]; };
int main(void) {
    struct point a = { 'a', { 1, __VERIFIER_nondet_int() } }, *b = &a;
    b->at[1] = 7;
    if (a.at[1] == 7)
        reach_error();
    return 0;
}
