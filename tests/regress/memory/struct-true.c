// expect: true
// engines: bmc
// Assigning a struct copies it, padding and arrays included.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct point { char tag; int at[2]; };
int main(void) {
    struct point a = { 'a', { 1, __VERIFIER_nondet_int() } }, b = a;
    b.at[0] = 7;
    if (a.at[0] != 1 || b.at[1] != a.at[1] || b.tag != 'a')
        reach_error();
    return 0;
}
