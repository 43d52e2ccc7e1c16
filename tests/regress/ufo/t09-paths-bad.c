// expect: false(unreach-call)
// engines: iufo bpufo vbox
// Just one of the paths.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 0;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (N()) x += 1; else x += 2;
    if (x >= 40) reach_error();
}
