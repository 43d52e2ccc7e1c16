// expect: false
// engines: impact lazy bmc
// options: --externals pure --data-model ILP32
// Memory from outside on several ways through one piece: the run must find memory on the way that it takes.
struct cipher {
    int strength, kind;
};
struct session {
    struct cipher *cipher;
    struct session *next;
    int state;
};
extern struct session *find(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    struct session *s = find();
    int x = 0;
    if (s->state == 3)
        x = s->cipher->kind;
    else if (s->next->state == 4)
        x = s->next->cipher->strength;
    else if (s->cipher->strength & 2)
        x = s->next->next->state;
    if (x == 7 && __VERIFIER_nondet_int() == 1)
        reach_error();
    return 0;
}
