// bmc_state.c - symbolic states: reading, changing, merging
#include "engine/bmc/bmc.h"

// ---- reading and changing bmc->now ----
static Term get(void *self, VarId v) {
    Bmc *b = self;
    assert(b->now && v && v < b->p->vars.count);
    const Var *var = &b->p->vars.at[v];
    if (var->kind == VAR_ADDRESS)
        return term_bv(b->t, b->constant[v], b->p->pointer_bits);
    Term value = pmap_get(b->maps, var->func ? b->now->locals : b->now->globals, v);
    if (value.id)
        return value;
    char name[48];
    snprintf(name, sizeof name, "undefined!%u!%u", v, b->context);
    return term_var(b->t, name, var->sort);
}

static void set(void *self, VarId v, Term value) {
    Bmc *b = self;
    assert(b->now && b->now->owner && v && v < b->p->vars.count);
    assert(!value.id || term_sort(b->t, value).id == b->p->vars.at[v].sort.id);
    State *s = b->now;
    if (b->p->vars.at[v].func)
        s->locals = pmap_put(b->maps, s->locals, s->owner, v, value);
    else
        s->globals = pmap_put(b->maps, s->globals, s->owner, v, value);
}

void bmc_assume(Bmc *b, Term condition) {
    assert(b->now);
    b->now->guard = guard_and(&b->guards, b->now->guard, condition);
}

Term bmc_any(Bmc *b, EdgeId e, Sort s) {
    char name[48];
    snprintf(name, sizeof name, "input!%u!%u", e, b->context);
    CmdKind kind = b->p->edges.at[e].cmd.kind;
    b->inexact += kind != CMD_INPUT && kind != CMD_STACK_SAVE;
    return term_var(b->t, name, s);
}

static void assume(void *self, Term condition) {
    bmc_assume(self, condition);
}

static void access(void *self, RegionId r, Term address, uint64_t bytes, bool write) {
    bmc_access(self, r, address, bytes, write);
}

static Term load(void *self, RegionId r, Term address) {
    return bmc_load(self, r, address);
}

static void store(void *self, RegionId r, Term address, Term value) {
    bmc_store(self, r, address, value);
}

static Term any(void *self, EdgeId e, Sort s) {
    return bmc_any(self, e, s);
}

static Term build(void *self, Op op, Sort s, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1) {
    return bmc_build(self, op, s, n, arg, imm0, imm1);
}

const EncodeState bmc_state = {
    .get = get, .set = set, .access = access, .load = load, .store = store, .assume = assume, .any = any, .build = build
};

State bmc_copy(Bmc *b, State *s) {
    assert(s->owner);
    State copy = *s;
    s->owner = ++b->owners;
    copy.owner = ++b->owners;
    return copy;
}

// ---- merging ----
typedef struct Merge {
    Bmc *b;
    Term in_a; // else in_b
    const State *a, *other;
    const VecU32 *live; // or NULL: all are
} Merge;

static bool is_live(const VecU32 *live, uint32_t v) {
    uint32_t low = 0, high = live->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (live->at[middle] < v)
            low = middle + 1;
        else
            high = middle;
    }
    return low < live->count && live->at[low] == v;
}

static Term choose(const Merge *m, Term a, Term b) {
    return bmc_choose(m->b, m->in_a, a, b);
}

// A live variable that one side has no value of has any value there.
static Term defined(const Merge *m, uint32_t v, Term value) {
    if (value.id || v >= m->b->p->vars.count)
        return value;
    char name[48];
    snprintf(name, sizeof name, "undefined!%u!%u", v, m->b->context);
    return term_var(m->b->t, name, m->b->p->vars.at[v].sort);
}

static Term join_local(void *self, uint32_t key, Term a, Term b) {
    const Merge *m = self;
    if (key < m->b->p->vars.count && m->live && !is_live(m->live, key))
        return (Term){ 0 };
    return choose(m, defined(m, key, a), defined(m, key, b));
}

static Term join_global(void *self, uint32_t key, Term a, Term b) {
    const Merge *m = self;
    uint32_t n = m->b->p->vars.count;
    if (key < n)
        return join_local(self, key, a, b);
    return choose(m, bmc_region_array(m->b, m->a, key - n), bmc_region_array(m->b, m->other, key - n));
}

static Term join_cell(void *self, uint32_t key, Term a, Term b) {
    const Merge *m = self;
    Term x = a.id ? a : bmc_cell_value(m->b, m->a, key), y = b.id ? b : bmc_cell_value(m->b, m->other, key);
    return choose(m, x, y);
}

static State merge_two(Bmc *b, const State *x, const State *y, const VecU32 *live) {
    Merge m = { .b = b, .a = x, .other = y, .live = live };
    State s = { .owner = ++b->owners };
    s.guard = guard_or(&b->guards, x->guard, y->guard, &m.in_a);
    s.locals = pmap_join(b->maps, x->locals, y->locals, s.owner, join_local, &m);
    s.globals = pmap_join(b->maps, x->globals, y->globals, s.owner, join_global, &m);
    s.cells = pmap_join(b->maps, x->cells, y->cells, s.owner, join_cell, &m);
    return s;
}

// The last come first: of the ways out of a loop, the latest share most.
void bmc_merge(Bmc *b, VecState *states, const VecU32 *live, State *out) {
    assert(states->count);
    *out = vec_last(states);
    for (uint32_t i = states->count - 1; i-- > 0;)
        *out = merge_two(b, &states->at[i], out, live);
    out->owner = ++b->owners;
}

// ---- comparing ----
typedef struct Comparison {
    const Bmc *b;
    const VecU32 *live;
    bool differ;
} Comparison;

static Term compare(void *self, uint32_t key, Term a, Term b) {
    Comparison *c = self;
    (void)b;
    c->differ |= key >= c->b->p->vars.count || is_live(c->live, key);
    return a;
}

static Term compare_cell(void *self, uint32_t key, Term a, Term b) {
    Comparison *c = self;
    (void)key;
    (void)b;
    c->differ = true;
    return a;
}

bool bmc_includes(Bmc *b, const State *all, const State *s, const VecU32 *live) {
    assert(!bmc_dead(all) && !bmc_dead(s));
    Comparison c = { .b = b, .live = live };
    GuardId up = s->guard;
    while (up != all->guard && b->guards.at.at[up].depth > b->guards.at.at[all->guard].depth)
        up = b->guards.at.at[up].parent;
    if (up != all->guard)
        return false;
    pmap_join(b->maps, all->locals, s->locals, ++b->owners, compare, &c);
    pmap_join(b->maps, all->globals, s->globals, ++b->owners, compare, &c);
    if (!c.differ)
        pmap_join(b->maps, all->cells, s->cells, ++b->owners, compare_cell, &c);
    return !c.differ;
}
