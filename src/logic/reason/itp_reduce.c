// itp_reduce.c - branches of a graph as single steps, for the fixed-point engine
//
// The engine is fast on a chain of steps with disjunctions and slow on many
// nodes.  So in a linear system a relation inside a branch, with one clause into it
// and one out of it, is removed by joining the two, and clauses between the same
// relations are merged by "or".  The chains between branches stay.  A removed
// relation then gets a formula that the solution at its source implies: a cheap one, if
// the solution at its target follows from it, else the strongest there is; if variables
// cannot be eliminated exactly the check will tell.
#include "logic/reason/itp.h"

enum { NONE = UINT32_MAX - 1 }; // source of a clause without body

typedef struct Step {
    uint32_t from, to; // relation; NONE; HORN_FALSE
    Term formula;      // no term: gone
} Step;

typedef struct Removal {
    uint32_t relation, from, to;
    Term into, outof; // the formulas of the clauses into it and out of it
} Removal;

typedef struct Reduction {
    Terms *t;
    const Horn *h;
    VEC(Step) steps;
    VEC(Removal) removals;
    VecU32 in, out;           // by relation: how many steps; then those of HORN_FALSE and NONE
    VecU32 in_step, out_step; // by relation: one of them
    bool *removed;
} Reduction;

static uint32_t place(const Reduction *r, uint32_t relation) {
    uint32_t n = r->h->scopes.count;
    return relation == HORN_FALSE ? n : relation == NONE ? n + 1 : relation;
}

// Steps between the same relations become one; then the steps are counted.
static void merge(Reduction *r) {
    Map first = { 0 };
    uint32_t n = r->h->scopes.count + 2;
    vec_resize(&r->in, n);
    vec_resize(&r->out, n);
    vec_resize(&r->in_step, n);
    vec_resize(&r->out_step, n);
    memset(r->in.at, 0, n * sizeof *r->in.at);
    memset(r->out.at, 0, n * sizeof *r->out.at);
    for (uint32_t i = 0; i < r->steps.count; i++) {
        Step *s = &r->steps.at[i];
        if (!s->formula.id)
            continue;
        uint64_t key = (uint64_t)s->from << 32 | s->to;
        uint32_t earlier = map_find(&first, key);
        if (earlier) {
            Step *e = &r->steps.at[earlier - 1];
            e->formula = term_or(r->t, e->formula, s->formula);
            s->formula = (Term){ 0 };
            continue;
        }
        map_put(&first, key, i + 1);
        r->out.at[place(r, s->from)]++;
        r->in.at[place(r, s->to)]++;
        r->out_step.at[place(r, s->from)] = i;
        r->in_step.at[place(r, s->to)] = i;
    }
    map_free(&first);
}

// Removes relations inside branches; each changes only the counts of itself.
static bool join_steps(Reduction *r) {
    bool changed = false;
    for (uint32_t v = 0; v < r->h->scopes.count; v++) {
        if (r->removed[v] || r->in.at[v] != 1 || r->out.at[v] != 1)
            continue;
        Step *into = &r->steps.at[r->in_step.at[v]], *from = &r->steps.at[r->out_step.at[v]];
        if (!into->formula.id || !from->formula.id)
            continue;
        if (r->out.at[place(r, into->from)] < 2 && r->in.at[place(r, from->to)] < 2)
            continue; // on a chain
        vec_push(&r->removals, (Removal){ v, into->from, from->to, into->formula, from->formula });
        into->formula = term_and(r->t, into->formula, from->formula);
        into->to = from->to;
        if (r->in_step.at[place(r, from->to)] == r->out_step.at[v])
            r->in_step.at[place(r, from->to)] = r->in_step.at[v];
        from->formula = (Term){ 0 };
        r->removed[v] = true;
        changed = true;
    }
    return changed;
}

static bool solve_rest(Interpolator *ip, Reduction *r, Term out[]) {
    Horn *h = horn_new(r->t);
    VecU32 number = { 0 }, original = { 0 };
    for (uint32_t v = 0; v < r->h->scopes.count; v++) {
        vec_push(&number, h->scopes.count);
        if (r->removed[v])
            continue;
        uint32_t relation = horn_relation(h);
        vec_push(&original, v);
        for (uint32_t i = 0; i < r->h->scopes.at[v].count; i++)
            horn_scope(h, relation, r->h->scopes.at[v].at[i]);
    }
    for (uint32_t i = 0; i < r->steps.count; i++) {
        const Step *s = &r->steps.at[i];
        if (!s->formula.id)
            continue;
        uint32_t body = s->from == NONE ? 0 : number.at[s->from];
        horn_clause(h, s->from != NONE, &body, s->formula, s->to == HORN_FALSE ? HORN_FALSE : number.at[s->to]);
    }
    Term *found = base_alloc((h->scopes.count + 1) * sizeof *found);
    bool good = horn_solve(h, itp_limits(ip), found, &ip->reason) == HORN_SOLVED;
    for (uint32_t k = 0; good && k < original.count; k++)
        out[original.at[k]] = found[k];
    free(found);
    vec_free(&number);
    vec_free(&original);
    horn_free(h);
    return good;
}

static void restore(Interpolator *ip, Reduction *r, Term out[]) {
    for (uint32_t i = r->removals.count; i-- > 0;) { // what it came from was removed later, or not at all
        const Removal *m = &r->removals.at[i];
        const VecTerm *scope = &r->h->scopes.at[m->relation];
        Term before = m->from == NONE ? r->t->yes : out[m->from];
        Term after = m->to == HORN_FALSE ? r->t->no : out[m->to];
        Term all = term_and(r->t, before, m->into), cheap = itp_project_cheaply(ip, all, scope);
        bool enough = smt_implies(ip->smt, term_and(r->t, cheap, m->outof), after) == SMT_VALID;
        out[m->relation] = enough ? cheap : itp_project(ip, all, scope);
    }
}

bool itp_engine(Interpolator *ip, const ItpSystem *s, Term out[]) {
    if (s->tree || !s->linear)
        return horn_solve(s->horn, itp_limits(ip), out, &ip->reason) == HORN_SOLVED;
    Reduction r = { .t = ip->t, .h = s->horn };
    r.removed = base_alloc(s->horn->scopes.count + 1);
    for (uint32_t k = 0; k < s->horn->clauses.count; k++) {
        const HornClause *c = &s->horn->clauses.at[k];
        vec_push(&r.steps, (Step){ c->body.count ? c->body.at[0] : NONE, c->head, c->formula });
    }
    do
        merge(&r);
    while (join_steps(&r));
    bool good = solve_rest(ip, &r, out);
    if (good)
        restore(ip, &r, out);
    vec_free(&r.steps);
    vec_free(&r.removals);
    vec_free(&r.in);
    vec_free(&r.out);
    vec_free(&r.in_step);
    vec_free(&r.out_step);
    free(r.removed);
    return good;
}
