// expect: false
// engines: bmc impact lazy
// Loads from constants at places that are known are values, pointers in constants too.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct step { const char *name; short by; const struct step *next; };
static const struct step second = { "two", -2, 0 }, first = { "one", 1, &second };
static const struct step *const start = &first;
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int x = 1;
    for (unsigned i = 0; i < n; i++)
        x += start->by + start->next->by + first.by;
    if (x != 1 || start->next->name[1] == 'w')
        reach_error();
    return 0;
}
