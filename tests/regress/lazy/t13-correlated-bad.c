// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin of t13: the length fits.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
struct name { int Length; char Buffer[8]; } name;
int touched, probed;
int probe(void) { probed = 1; return name.Buffer[0]; }
int main(void) {
    name.Length = 4;
    for (int i = 0; i < 15; i++) touched += N();
    if (name.Length != 4 || probe() < 'A' || probe() > 'Z')
        if (probed) reach_error();
}
