#include "answer/tests/why_dead.h"
#include "logic/smt/smt.h"
#include "program/digraph.h"
#include "program/edit.h"

enum { MOST_FACTS = 60, RESOURCES = 200000, MOST_SHOWN = 4 };

typedef struct Fact {
    Term formula;
    EdgeId edge; // where it comes from
} Fact;

struct WhyDead {
    const Program *p;
    Digraph flow, in; // in: EdgeIds
    Dominators dominators;
    Smt *smt;
    uint8_t *from, *to; // by LocId: marks of between()
    VecU32 marked;
    VEC(Fact) facts;
};

WhyDead *why_dead_new(const Program *p) {
    WhyDead *w = base_alloc(sizeof *w);
    w->p = p;
    w->flow = flow_graph(p);
    w->in = edges_into(p);
    w->dominators = dominators_new(&w->flow, 0);
    w->smt = smt_new(p->terms, (SmtLimits){ .resources = RESOURCES });
    w->from = base_alloc(p->locs.count);
    w->to = base_alloc(p->locs.count);
    return w;
}

void why_dead_free(WhyDead *w) {
    if (!w)
        return;
    digraph_free(&w->flow);
    digraph_free(&w->in);
    dominators_free(&w->dominators);
    smt_free(w->smt);
    free(w->from);
    free(w->to);
    vec_free(&w->marked);
    vec_free(&w->facts);
    free(w);
}

// ---- does something change between two places? ----
static void mark(WhyDead *w, uint8_t *marks, LocId l, VecU32 *work) {
    if (marks[l])
        return;
    marks[l] = 1;
    vec_push(&w->marked, l);
    vec_push(work, l);
}

// Marks what is reached from behind 'edge', and what leads to 'loc', both without taking 'edge'.
static void mark_between(WhyDead *w, EdgeId edge, LocId loc) {
    VecU32 work = { 0 };
    mark(w, w->from, w->p->edges.at[edge].to, &work);
    while (work.count) {
        LocId l = vec_pop(&work);
        for_out_edges(w->p, l, e) if (e != edge) mark(w, w->from, w->p->edges.at[e].to, &work);
    }
    mark(w, w->to, loc, &work);
    while (work.count) {
        LocId l = vec_pop(&work);
        for (uint32_t i = w->in.first[l]; i < w->in.first[l + 1]; i++)
            if (w->in.to[i] != edge)
                mark(w, w->to, w->p->edges.at[w->in.to[i]].from, &work);
    }
    vec_free(&work);
}

static bool writes_var(const Cmd *cmd, const Program *p, const VecTerm *vars) {
    const VarId *written;
    uint32_t n = cmd_writes(cmd, &written);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < vars->count; k++)
            if (written[i] == program_var_of(p, vars->at[k]))
                return true;
    return false;
}

// May it write what is at the address?
static bool writes_memory(const Cmd *cmd, Term address) {
    switch (cmd->kind) {
    case CMD_STORE:
        return term_same(cmd->a, address);
    case CMD_COPY:
    case CMD_SET:
    case CMD_HAVOC:
    case CMD_CALL:
    case CMD_THREAD_CREATE:
        return true;
    default:
        return false;
    }
}

// Is one of the variables, or memory at the address, written between the edge and the location?  'call': a call may
// write global variables.
static bool changes(WhyDead *w, EdgeId edge, LocId loc, const VecTerm *vars, Term address) {
    const Program *p = w->p;
    bool global = false, found = false;
    for (uint32_t k = 0; k < vars->count; k++)
        global |= p->vars.at[program_var_of(p, vars->at[k])].kind == VAR_GLOBAL;
    mark_between(w, edge, loc);
    for (uint32_t i = 0; i < w->marked.count && !found; i++) {
        LocId l = w->marked.at[i];
        if (!w->from[l] || !w->to[l])
            continue;
        for_out_edges(p, l, e) {
            const Edge *other = &p->edges.at[e];
            if (e == edge || !w->to[other->to] || (l == loc && !w->from[l]))
                continue;
            found |= writes_var(&other->cmd, p, vars) || (global && other->cmd.kind == CMD_CALL) ||
                     (address.id && writes_memory(&other->cmd, address));
        }
    }
    for (uint32_t i = 0; i < w->marked.count; i++)
        w->from[w->marked.at[i]] = w->to[w->marked.at[i]] = 0;
    w->marked.count = 0;
    return found;
}

// ---- facts ----
// It holds behind 'since', and because of 'edge'.
static void add_fact(WhyDead *w, Term formula, EdgeId since, EdgeId edge, LocId loc) {
    VecTerm vars = { 0 };
    term_vars(w->p->terms, formula, &vars);
    if (w->facts.count < MOST_FACTS && vars.count && !changes(w, since, loc, &vars, (Term){ 0 }))
        vec_push(&w->facts, (Fact){ formula, edge });
    vec_free(&vars);
}

// The one edge into a location; 0: there are several.
static EdgeId only_in(const WhyDead *w, LocId l) {
    return w->in.first[l + 1] - w->in.first[l] == 1 ? w->in.to[w->in.first[l]] : 0;
}

static LocId above(const WhyDead *w, LocId l) {
    return dominators_reach(&w->dominators, l) && w->dominators.parent[l] != l ? w->dominators.parent[l] : 0;
}

// What was last stored where the edge loads from.
static void follow_load(WhyDead *w, EdgeId load, LocId loc) {
    const Program *p = w->p;
    const Cmd *to = &p->edges.at[load].cmd;
    VecTerm vars = { 0 };
    term_vars(p->terms, to->a, &vars);
    for (LocId l = p->edges.at[load].from; l; l = above(w, l)) {
        EdgeId e = only_in(w, l);
        const Cmd *cmd = e ? &p->edges.at[e].cmd : NULL;
        if (!cmd || cmd->kind != CMD_STORE || !term_same(cmd->a, to->a))
            continue;
        Term value = var_term(p, to->var);
        if (term_sort(p->terms, value).id == term_sort(p->terms, cmd->b).id &&
            !changes(w, e, p->edges.at[load].from, &vars, to->a))
            add_fact(w, term_eq(p->terms, value, cmd->b), load, e, loc);
        break;
    }
    vec_free(&vars);
}

static void add_facts_of(WhyDead *w, EdgeId e, LocId loc) {
    const Cmd *cmd = &w->p->edges.at[e].cmd;
    if (cmd->kind == CMD_ASSUME)
        add_fact(w, cmd->a, e, e, loc);
    if (cmd->kind == CMD_LOAD)
        follow_load(w, e, loc);
    for (uint32_t i = 0; cmd->kind == CMD_ASSIGN && i < cmd->n; i++) {
        VecTerm vars = { 0 };
        term_vars(w->p->terms, cmd->terms[i], &vars);
        if (cmd->vars[i] && !writes_var(cmd, w->p, &vars))
            add_fact(w, term_eq(w->p->terms, var_term(w->p, cmd->vars[i]), cmd->terms[i]), e, e, loc);
        vec_free(&vars);
    }
}

// ---- as few as suffice ----
static bool exclude(WhyDead *w, Term condition) {
    smt_push(w->smt);
    for (uint32_t i = 0; i < w->facts.count; i++)
        smt_assert(w->smt, w->facts.at[i].formula);
    if (condition.id)
        smt_assert(w->smt, condition);
    bool none = smt_check(w->smt) == SMT_UNSAT;
    smt_pop(w->smt);
    return none;
}

static void drop_fact(WhyDead *w, uint32_t i) {
    memmove(w->facts.at + i, w->facts.at + i + 1, (--w->facts.count - i) * sizeof *w->facts.at);
}

static void drop_needless(WhyDead *w, Term condition) {
    for (uint32_t i = w->facts.count; i-- > 0;) { // the farthest first
        Fact fact = w->facts.at[i];
        drop_fact(w, i);
        if (exclude(w, condition))
            continue;
        vec_push(&w->facts, fact);
        memmove(w->facts.at + i + 1, w->facts.at + i, (w->facts.count - 1 - i) * sizeof *w->facts.at);
        w->facts.at[i] = fact;
    }
}

// ---- texts ----
static bool c_name(void *context, Term variable, CName *name) {
    const WhyDead *w = context;
    const Program *p = w->p;
    const Var *var = &p->vars.at[program_var_of(p, variable)];
    Name text = var->c_name, type = var->c_type;
    for (uint32_t i = 0; i < p->bindings.count && !text.id; i++)
        if (p->bindings.at[i].value.id && term_same(p->bindings.at[i].value, variable))
            text = p->bindings.at[i].c_name, type = p->bindings.at[i].c_type;
    if (!text.id || sort_kind(p->terms, var->sort) != SORT_BV)
        return false;
    const char *words = type.id ? program_text(p, type) : "int";
    *name = (CName){ program_text(p, text), .is_signed = strncmp(words, "unsigned", 8) != 0, .pointer = var->pointer };
    return true;
}

static void add_text(const WhyDead *w, const Fact *f, Text *out) {
    const Edge *e = &w->p->edges.at[f->edge];
    if (out->count)
        text_add(out, " and ");
    if (!term_print_exact(w->p->terms, f->formula, c_name, (void *)w, out))
        text_add(out, "%s", e->cmd.kind == CMD_ASSUME ? "the test" : "the value assigned");
    text_add(out, " (line %u)", e->pos.line);
}

const char *why_dead(WhyDead *w, EdgeId edge, Term condition, Arena *arena) {
    LocId loc = w->p->edges.at[edge].from;
    Text text = { 0 };
    const char *why = NULL;
    w->facts.count = 0;
    for (LocId l = loc; l; l = above(w, l)) {
        EdgeId e = only_in(w, l);
        if (e)
            add_facts_of(w, e, loc);
    }
    if (exclude(w, condition)) {
        drop_needless(w, condition);
        for (uint32_t i = w->facts.count; i-- > 0;)
            if (w->facts.count - i <= MOST_SHOWN)
                add_text(w, &w->facts.at[i], &text);
        if (w->facts.count > MOST_SHOWN)
            text_add(&text, " and %u more", w->facts.count - MOST_SHOWN);
        why = w->facts.count ? arena_printf(arena, "because of %s", text.at) : "it is never true";
    }
    vec_free(&text);
    return why;
}
