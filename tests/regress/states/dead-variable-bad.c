// expect: false
// engines: impact lazy ufo
// At a copy of the second loop's head it is known what x has to do with the input, which nobody reads any more.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static signed char ten = 5;
int main(void) {
    int x = __VERIFIER_nondet_int(), i = 0;
    if (x < 0 || x > 7)
        return 0;
    if ((x & 3) == 0)
        while (ten == 10 && x < 1000 && i < 6) {
        }
    for (int k = 0; k < 5; k++)
        x--;
    if (x == 1)
        reach_error();
    return 0;
}
