// lists_live.c - which variables matter for memory, and where
#include "engine/lists/lists.h"
#include "program/digraph.h"
#include "program/edit.h"

// A VALID may have a condition in front, which is enough for it (memory/valid.h): the engine asks the VALID itself.
static void find_skipped(Lists *l) {
    const Program *p = l->p;
    l->skipped = base_alloc(p->edges.count);
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        EdgeId a = p->locs.at[loc].first_out, b = a ? p->edges.at[a].next_out : 0;
        if (!b || p->edges.at[b].next_out || p->edges.at[a].cmd.kind != CMD_ASSUME)
            continue;
        EdgeId known = loc_only_out(p, p->edges.at[a].to), asked = loc_only_out(p, p->edges.at[b].to);
        const Cmd *set = &p->edges.at[known].cmd, *ask = &p->edges.at[asked].cmd;
        if (!known || !asked || set->kind != CMD_ASSIGN || set->n != 1 || ask->kind != CMD_VALID ||
            set->vars[0] != ask->var || term_op(l->t, set->terms[0]) != OP_TRUE ||
            p->edges.at[known].to != p->edges.at[asked].to)
            continue;
        l->skipped[a] = 1; // not taken
        l->skipped[b] = 2; // taken always
    }
}

static bool mark_vars(Lists *l, Term a) {
    VecTerm vars = { 0 };
    bool changed = false;
    if (a.id)
        term_vars(l->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        VarId v = program_var_of(l->p, vars.at[i]);
        changed |= v && !l->relevant[v];
        if (v)
            l->relevant[v] = 1;
    }
    vec_free(&vars);
    return changed;
}

bool lists_counts(const Program *p, VarId v) {
    Term one = term_bv(p->terms, 1, p->pointer_bits);
    for (EdgeId e = 1; e < p->edges.count; e++)
        for (uint32_t i = 0; p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ASSIGN && i < p->edges.at[e].cmd.n;
             i++)
            if (p->edges.at[e].cmd.vars[i] == v &&
                term_same(p->edges.at[e].cmd.terms[i], term_2(p->terms, OP_BV_ADD, var_term(p, v), one)))
                return true;
    return false;
}

// VALID_TRACKED looks at all global variables that may hold addresses, and needs the number of objects.
static bool asks_globals(const Cmd *cmd) {
    return cmd->kind == CMD_VALID && cmd->valid == VALID_TRACKED;
}

static void find_looked_at(Lists *l) {
    const Program *p = l->p;
    bool asked = false;
    l->looked_at = base_alloc(p->vars.count);
    for (EdgeId e = 1; e < p->edges.count; e++)
        asked |= p->edges.at[e].from && asks_globals(&p->edges.at[e].cmd);
    for (VarId v = 1; v < p->vars.count && asked; v++) {
        const Var *var = &p->vars.at[v];
        if (var->kind != VAR_GLOBAL || sort_kind(l->t, var->sort) != SORT_BV ||
            sort_width(l->t, var->sort) != p->pointer_bits)
            continue;
        l->looked_at[v] = var->object ? !p->objects.at[var->object].made : lists_counts(p, v);
        l->relevant[v] |= l->looked_at[v];
    }
}

static bool mark_edge(Lists *l, EdgeId e) {
    const Cmd *cmd = &l->p->edges.at[e].cmd;
    VecTerm terms = { 0 };
    bool changed = false;
    if (!l->p->edges.at[e].from || l->skipped[e])
        return false;
    if (cmd->kind == CMD_ASSIGN) {
        for (uint32_t i = 0; i < cmd->n; i++)
            if (l->relevant[cmd->vars[i]])
                changed |= mark_vars(l, cmd->terms[i]);
        return changed;
    }
    cmd_terms(cmd, &terms);
    for (uint32_t i = 0; i < terms.count; i++)
        changed |= mark_vars(l, terms.at[i]);
    vec_free(&terms);
    return changed;
}

// ---- where they are read before they are written ----
static bool is_read(const Lists *l, EdgeId e, VarId v) {
    const Cmd *cmd = &l->p->edges.at[e].cmd;
    VecU32 vars = { 0 };
    bool read = false;
    if (l->skipped[e])
        return false;
    if (cmd->kind == CMD_ASSIGN) {
        VecTerm terms = { 0 };
        for (uint32_t i = 0; i < cmd->n; i++)
            if (l->relevant[cmd->vars[i]])
                term_vars(l->t, cmd->terms[i], &terms);
        for (uint32_t i = 0; i < terms.count; i++)
            read |= program_var_of(l->p, terms.at[i]) == v;
        vec_free(&terms);
        return read;
    }
    cmd_reads(l->p, cmd, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        read |= vars.at[i] == v;
    vec_free(&vars);
    return read;
}

static void set_live(Lists *l, LocId loc, VarId v, VecU32 *work) {
    size_t bit = (size_t)loc * l->p->vars.count + v;
    if (l->live[bit / 8] >> bit % 8 & 1)
        return;
    l->live[bit / 8] |= (uint8_t)(1 << bit % 8);
    vec_push(work, loc);
}

static bool writes(const Cmd *cmd, VarId v) {
    const VarId *vars;
    uint32_t n = cmd_writes(cmd, &vars);
    for (uint32_t i = 0; i < n; i++)
        if (vars[i] == v)
            return true;
    return false;
}

static void spread(Lists *l, const Digraph *into, VarId v, const VecU32 *readers) {
    VecU32 work = { 0 };
    for (EdgeId e = 1; l->looked_at[v] && e < l->p->edges.count; e++)
        if (l->p->edges.at[e].from && asks_globals(&l->p->edges.at[e].cmd))
            set_live(l, l->p->edges.at[e].from, v, &work);
    for (uint32_t i = 0; i < readers->count; i++)
        set_live(l, l->p->edges.at[readers->at[i]].from, v, &work);
    while (work.count) {
        LocId loc = vec_pop(&work);
        for (uint32_t i = into->first[loc]; i < into->first[loc + 1]; i++) {
            const Edge *e = &l->p->edges.at[into->to[i]];
            if (!writes(&e->cmd, v))
                set_live(l, e->from, v, &work);
        }
    }
    vec_free(&work);
}

static void find_readers(Lists *l, VecU32 readers[]) {
    const Program *p = l->p;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        VecU32 vars = { 0 };
        if (p->edges.at[e].from && !l->skipped[e])
            cmd_reads(p, &p->edges.at[e].cmd, &vars);
        for (uint32_t i = 0; i < vars.count; i++) {
            VarId v = vars.at[i];
            bool last = readers[v].count && vec_last(&readers[v]) == e;
            if (l->relevant[v] && !last && is_read(l, e, v))
                vec_push(&readers[v], e);
        }
        vec_free(&vars);
    }
}

void lists_relevant(Lists *l) {
    const Program *p = l->p;
    find_skipped(l);
    l->relevant = base_alloc(p->vars.count);
    find_looked_at(l);
    for (bool changed = true; changed;) {
        changed = false;
        for (EdgeId e = 1; e < p->edges.count; e++)
            changed |= mark_edge(l, e);
    }
    l->live = base_alloc((size_t)p->locs.count * p->vars.count / 8 + 1);
    VecU32 *readers = base_alloc(p->vars.count * sizeof *readers);
    Digraph into = edges_into(p);
    find_readers(l, readers);
    for (VarId v = 1; v < p->vars.count; v++) {
        if (l->relevant[v])
            spread(l, &into, v, &readers[v]);
        vec_free(&readers[v]);
    }
    digraph_free(&into);
    free(readers);
}

// ---- links ----
// p = p->next: what was loaded at a distance from a variable becomes its value.
static VarId base_of(const Lists *l, Term a, uint64_t *offset) {
    uint64_t high;
    *offset = 0;
    if (term_op(l->t, a) == OP_BV_ADD && term_arity(l->t, a) == 2) {
        uint32_t constant = term_is_const(l->t, term_arg(l->t, a, 0)) ? 0 : 1;
        if (!term_is_const(l->t, term_arg(l->t, a, constant)))
            return 0;
        term_bits(l->t, term_arg(l->t, a, constant), offset, &high);
        a = term_arg(l->t, a, 1 - constant);
    }
    return program_var_of(l->p, a);
}

typedef struct Copies { // which variables are copied to which
    VecU32 *to;
    uint32_t *mark, round;
} Copies;

static bool becomes(Copies *c, VarId from, VarId to) {
    VecU32 work = { 0 };
    bool found = false;
    c->round++;
    for (vec_push(&work, from); work.count && !found;) {
        VarId v = vec_pop(&work);
        found = v == to;
        if (c->mark[v] == c->round)
            continue;
        c->mark[v] = c->round;
        for (uint32_t i = 0; i < c->to[v].count; i++)
            vec_push(&work, c->to[v].at[i]);
    }
    vec_free(&work);
    return found;
}

void lists_find_links(Lists *l) {
    const Program *p = l->p;
    Copies c = { base_alloc(p->vars.count * sizeof *c.to), base_alloc(p->vars.count * sizeof *c.mark), 0 };
    uint64_t offset;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *cmd = &p->edges.at[e].cmd;
        for (uint32_t i = 0; p->edges.at[e].from && cmd->kind == CMD_ASSIGN && i < cmd->n; i++) {
            VarId from = program_var_of(p, cmd->terms[i]);
            if (from && p->vars.at[from].kind != VAR_ADDRESS)
                vec_push(&c.to[from], cmd->vars[i]);
        }
    }
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *cmd = &p->edges.at[e].cmd;
        bool word = p->edges.at[e].from && cmd->kind == CMD_LOAD && cmd->bytes == l->word;
        VarId base = word ? base_of(l, cmd->a, &offset) : 0;
        if (base && becomes(&c, cmd->var, base))
            map_put(&l->links, offset, 1);
    }
    for (VarId v = 0; v < p->vars.count; v++)
        vec_free(&c.to[v]);
    free(c.to);
    free(c.mark);
}

// ---- the stack ----
// What can be made after the mark that is restored was taken.
static void mark_made(const Lists *l, EdgeId save, uint8_t *sites) {
    const Program *p = l->p;
    Map seen = { 0 };
    VecU32 work = { 0 };
    vec_push(&work, p->edges.at[save].to);
    while (work.count) {
        LocId loc = vec_pop(&work);
        if (map_find(&seen, loc))
            continue;
        map_put(&seen, loc, 1);
        for_out_edges(p, loc, e) {
            if (p->edges.at[e].cmd.kind == CMD_ALLOC)
                sites[p->edges.at[e].cmd.object] = 1;
            vec_push(&work, p->edges.at[e].to);
        }
    }
    vec_free(&work);
    map_free(&seen);
}

static uint8_t *find_ends(const Lists *l, EdgeId restore) {
    const Program *p = l->p;
    uint8_t *sites = base_alloc(p->objects.count);
    VarId mark = program_var_of(p, p->edges.at[restore].cmd.a);
    bool known = false;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        if (!mark || !p->edges.at[e].from || !writes(&p->edges.at[e].cmd, mark))
            continue;
        known = p->edges.at[e].cmd.kind == CMD_STACK_SAVE;
        if (!known)
            break;
        mark_made(l, e, sites);
    }
    if (!known)
        memset(sites, 1, p->objects.count);
    return sites;
}

bool lists_may_end(Lists *l, EdgeId restore, ObjId site) {
    if (!restore)
        return true;
    if (!l->ends[restore])
        l->ends[restore] = find_ends(l, restore);
    return l->ends[restore][site];
}
