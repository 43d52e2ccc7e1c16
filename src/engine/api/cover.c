#include "engine/api/cover.h"

// ---- which edges are branches ----
// The variables that join the operands of && and ||: truth values that are constant where an operand before the last
// decides, and there the edge has the place of the test, "x && y": what a statement assigns has a place of its own.
typedef struct Joined {
    const Program *p;
    uint8_t *decided; // by VarId: a constant is assigned so
    uint8_t *other;   // ... or otherwise
} Joined;

static bool is_truth(const Program *p, VarId var) {
    return sort_kind(p->terms, p->vars.at[var].sort) == SORT_BOOL;
}

static bool joins(const Joined *j, VarId var) {
    return var && j->decided[var] && !j->other[var];
}

static bool is_same_place(SrcPos a, SrcPos b) {
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

// 'test': of the edge before, where that is a test; 0: it is not.
static void look_at(Joined *j, const Edge *e, EdgeId test) {
    bool same = test && is_same_place(j->p->edges.at[test].pos, e->pos);
    for (uint32_t i = 0; i < e->cmd.n; i++) {
        VarId var = e->cmd.vars[i];
        if (!is_truth(j->p, var) || !term_is_const(j->p->terms, e->cmd.terms[i]))
            continue;
        j->decided[var] |= same;
        j->other[var] |= !same;
    }
}

static Joined joined_new(const Program *p) {
    Joined j = { p, base_alloc(p->vars.count), base_alloc(p->vars.count) };
    EdgeId *test = base_alloc(p->locs.count * sizeof *test); // by LocId: a test that leads there
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ASSUME)
            test[p->edges.at[e].to] = e;
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ASSIGN)
            look_at(&j, &p->edges.at[e], test[p->edges.at[e].from]);
    free(test);
    return j;
}

static void joined_free(Joined *j) {
    free(j->decided);
    free(j->other);
}

// The variable that an edge gives the value of an operand; 0: none.  In x || (y && z) the operand y && z is no
// decision, its parts are.
static VarId operand_of(const Joined *j, const Edge *e) {
    for (uint32_t i = 0; e->cmd.kind == CMD_ASSIGN && i < e->cmd.n; i++) {
        Term value = e->cmd.terms[i];
        if (joins(j, e->cmd.vars[i]) && !term_is_const(j->p->terms, value) && !joins(j, program_var_of(j->p, value)))
            return e->cmd.vars[i];
    }
    return 0;
}

// A test of a variable that joins operands: the operands are the decisions.
static bool tests_joined(const Joined *j, const Edge *e) {
    Term a = e->cmd.a;
    if (term_op(j->p->terms, a) == OP_NOT)
        a = term_arg(j->p->terms, a, 0);
    VarId var = program_var_of(j->p, a);
    return var && joins(j, var);
}

// A test that the front end put in: of a divisor, of the size of an allocation.  What it leads to has its place.
static bool is_own_test(const Program *p, const Edge *e) {
    EdgeId next = p->locs.at[e->to].first_out;
    if (!next || !is_same_place(e->pos, p->edges.at[next].pos))
        return false;
    const Cmd *cmd = &p->edges.at[next].cmd;
    bool model =
        cmd->kind == CMD_CALL && cmd->callee && !strncmp(program_text(p, p->funcs.at[cmd->callee].name), "__hone_", 7);
    return cmd->kind == CMD_TRAP || cmd->kind == CMD_ALLOC || model;
}

// Where a run is before it next does something.
static LocId behind_skips(const Program *p, LocId loc) {
    enum { MOST_SKIPS = 100 };
    for (int i = 0; i < MOST_SKIPS; i++) {
        EdgeId e = p->locs.at[loc].first_out;
        if (!e || p->edges.at[e].cmd.kind != CMD_SKIP || p->edges.at[e].next_out)
            break;
        loc = p->edges.at[e].to;
    }
    return loc;
}

// An 'if' whose branches do nothing: compilers leave it out.
static bool is_idle(const Program *p, const Loc *loc) {
    assert(loc->first_out);
    LocId first = behind_skips(p, p->edges.at[loc->first_out].to);
    for (EdgeId e = p->edges.at[loc->first_out].next_out; e; e = p->edges.at[e].next_out)
        if (behind_skips(p, p->edges.at[e].to) != first)
            return false;
    return true;
}

static bool is_decision(const Joined *j, const Loc *loc) {
    uint32_t ways = 0;
    for (EdgeId e = loc->first_out; e; e = j->p->edges.at[e].next_out) {
        const Edge *edge = &j->p->edges.at[e];
        if (edge->cmd.kind != CMD_ASSUME || tests_joined(j, edge) || is_own_test(j->p, edge))
            return false;
        ways++;
    }
    return ways > 1 && !is_idle(j->p, loc);
}

// ---- the table ----
static void add_ways(Cover *c, const Loc *loc) {
    for (EdgeId e = loc->first_out; e; e = c->p->edges.at[e].next_out) {
        c->first[e] = c->branches.count + 1;
        vec_push(&c->branches, (Branch){ .edge = e, .decision = c->decisions });
    }
    c->decisions++;
}

static void add_operand(Cover *c, EdgeId e, RunTerm *value) {
    assert(value && !c->first[e]);
    c->first[e] = c->branches.count + 1;
    c->joined[e] = value;
    vec_push(&c->branches, (Branch){ e, c->decisions, true, true });
    vec_push(&c->branches, (Branch){ e, c->decisions, true, false });
    c->decisions++;
}

Cover *cover_new(const Program *p, Interpreter *it, bool (*counts)(const void *context, FuncId func),
                 const void *context) {
    Cover *c = base_alloc(sizeof *c);
    Joined j = joined_new(p);
    c->p = p;
    c->first = base_alloc(p->edges.count * sizeof *c->first);
    c->joined = base_alloc(p->edges.count * sizeof *c->joined);
    for (LocId l = 1; l < p->locs.count; l++) {
        const Loc *loc = &p->locs.at[l];
        if (!loc->func || !counts(context, loc->func))
            continue;
        if (is_decision(&j, loc))
            add_ways(c, loc);
        for_out_edges(p, l, e) {
            VarId operand = operand_of(&j, &p->edges.at[e]);
            RunTerm *value = operand ? run_term_new(it, var_term(p, operand)) : NULL;
            if (value)
                add_operand(c, e, value);
        }
    }
    joined_free(&j);
    assert(c->branches.count >= 2 * c->decisions);
    return c;
}

void cover_free(Cover *c) {
    if (!c)
        return;
    for (EdgeId e = 0; e < c->p->edges.count; e++)
        run_term_free(c->joined[e]);
    vec_free(&c->branches);
    free(c->first);
    free(c->joined);
    free(c);
}

uint32_t cover_taken(const Cover *c, Stepper *s, EdgeId edge) {
    assert(edge < c->p->edges.count);
    uint32_t first = c->first[edge];
    if (!first)
        return UINT32_MAX;
    bool holds = !c->joined[edge] || stepper_value(s, c->joined[edge]).lo;
    return first - 1 + !holds;
}

// ---- sets ----
BranchSet branch_set_new(const Cover *c) {
    return (BranchSet){ .in = base_alloc(c->branches.count + 1) };
}

void branch_set_free(BranchSet *set) {
    vec_free(&set->all);
    free(set->in);
    set->in = NULL;
}

bool branch_set_add(BranchSet *set, uint32_t branch) {
    assert(set->in);
    if (set->in[branch])
        return false;
    set->in[branch] = 1;
    vec_push(&set->all, branch);
    return true;
}

void branch_set_clear(BranchSet *set) {
    for (uint32_t i = 0; i < set->all.count; i++)
        set->in[set->all.at[i]] = 0;
    set->all.count = 0;
}

uint32_t branch_set_executed(const BranchSet *set, const Cover *c) {
    uint32_t n = 0;
    uint8_t *met = base_alloc(c->decisions + 1);
    for (uint32_t i = 0; i < set->all.count; i++)
        met[c->branches.at[set->all.at[i]].decision] = 1;
    for (uint32_t i = 0; i < c->branches.count; i++)
        n += met[c->branches.at[i].decision];
    free(met);
    return n;
}
