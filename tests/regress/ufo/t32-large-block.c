// expect: true
// engines: iufo vbox vboxes
// A round has a million paths; it is one piece.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int s = 0;
    while (N()) {
        if (s > 1000) break;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (N()) s++;
        if (s < 0) reach_error();
    }
}
