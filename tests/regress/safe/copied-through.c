// expect: true
// engines: bmc
// options: --property safe
// says: memcpy and assignments of structures have source and target apart
// Whether the pointers lead to one pair is not asked.
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; } pairs[2];
int main(void) {
    struct pair *p = &pairs[__VERIFIER_nondet_int() & 1], *q = &pairs[__VERIFIER_nondet_int() & 1];
    struct pair *volatile kept = p;
    *kept = *q;
    return pairs[0].a;
}
