// expect: false(unreach-call)
// engines: bmc impact lazy chc
// As made-once.c, but one pointer may go astray. Objects that are allocated once: pointers to them in other objects are followed, as those to global ones.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct inner {
    int count, most;
};
struct outer {
    struct inner *in;
    int state;
};
static void step(struct outer *o) {
    if (o->state == 1 && o->in->count < o->in->most)
        o->in->count++;
    o->state = o->state == 1 ? 2 : 1;
}
int main(void) {
    struct outer *o = malloc(sizeof *o);
    struct inner in, *other = malloc(sizeof *other);
    in.count = 0;
    in.most = 10;
    o->in = __VERIFIER_nondet_int() ? other : &in;
    other->most = 80;
    o->state = 1;
    other->count = 77;
    while (__VERIFIER_nondet_int()) {
        step(o);
        if (o->in->count > 10 || other->count != 77 || (o->state != 1 && o->state != 2))
            reach_error();
    }
    return 0;
}
