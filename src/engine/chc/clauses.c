// clauses.c - a program as constrained Horn clauses
#include "engine/chc/clauses.h"
#include "system/path.h"

// ---- functions and their pieces ----
static bool is_bad(const Clauses *c, const ClauseFunc *f, uint32_t point) {
    return point == f->graph->error || calls_unmodelled(NULL, c->p, f->graph->points.at[point].loc);
}

static EdgeId call_at(const Clauses *c, const ClauseFunc *f, uint32_t point) {
    return point == f->graph->error ? 0 : calls_at(c->p, f->graph->points.at[point].loc);
}

static bool is_entry(const Clauses *c, const ClauseFunc *f, uint32_t point) { // of a function that is called
    return f->func != c->p->entry && point == f->graph->entry;
}

// A call is an edge of its own: its location and the one after it are points.
static bool is_cut(void *self, const Program *p, LocId loc) {
    return block_is_unmodelled(NULL, p, loc) || map_find(&((Clauses *)self)->returns, loc);
}

static void find_returns(Clauses *c) {
    for (LocId loc = 1; loc < c->p->locs.count; loc++) {
        EdgeId call = calls_at(c->p, loc);
        if (call)
            map_put(&c->returns, c->p->edges.at[call].to, 1);
    }
}

static void add_func(Clauses *c, FuncId func) {
    if (map_find(&c->func_of, func))
        return;
    ClauseFunc *f = vec_add(&c->funcs);
    *f = (ClauseFunc){ .func = func, .first = c->locs.count };
    map_put(&c->func_of, func, c->funcs.count);
    f->graph = cut_graph_new(c->p, func, &(CutOptions){ .also = is_cut, .context = c });
    f->piece = base_alloc((f->graph->edges.count + 1) * sizeof *f->piece);
    f->seen = base_alloc((f->graph->edges.count + 1) * sizeof *f->seen);
    for (uint32_t i = 0; i < f->graph->points.count; i++)
        vec_push(&c->locs, f->graph->points.at[i].loc);
    for (uint32_t i = 0; i < f->graph->edges.count; i++) {
        const CutEdge *e = &f->graph->edges.at[i];
        if (!is_bad(c, f, e->from) && !call_at(c, f, e->from))
            block_build(c->blocks, f->graph->points.at[e->from].loc, f->graph->points.at[e->to].loc, &e->edges,
                        &f->piece[i]);
    }
}

static void add_funcs(Clauses *c) {
    find_returns(c);
    add_func(c, c->p->entry);
    for (uint32_t k = 0; k < c->funcs.count; k++)
        for (uint32_t i = 0; i < c->funcs.at[k].graph->points.count; i++) {
            EdgeId call = call_at(c, &c->funcs.at[k], i);
            if (call)
                add_func(c, c->p->edges.at[call].cmd.callee);
        }
}

static ClauseFunc *callee_of(const Clauses *c, EdgeId call) {
    return &c->funcs.at[map_find(&c->func_of, c->p->edges.at[call].cmd.callee) - 1];
}

bool clauses_has_calls(const Clauses *c) {
    return c->funcs.count > 1;
}

// ---- slots ----
static uint32_t slot_of(const Clauses *c, Term a) { // 1 + slot; 0: none
    return map_find(&c->slot_of, a.id);
}

static void add_slot(Clauses *c, Term a) {
    if (map_find(&c->inputs, a.id) || slot_of(c, a))
        return;
    vec_push(&c->state, a);
    map_put(&c->slot_of, a.id, c->state.count);
}

static void add_slots(Clauses *c, Term a) {
    VecTerm vars = { 0 };
    term_vars(c->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        add_slot(c, vars.at[i]);
    vec_free(&vars);
}

static void add_slots_of(Clauses *c, const ClauseFunc *f) {
    for (uint32_t i = 0; i < f->graph->edges.count; i++) {
        const Block *b = &f->piece[i];
        if (b->guard.id)
            add_slots(c, b->guard);
        for (uint32_t k = 0; k < b->changes.count; k++)
            add_slots(c, b->changes.at[k].value);
    }
    for (uint32_t i = 0; i < f->graph->points.count; i++) {
        EdgeId call = call_at(c, f, i);
        for (uint32_t k = 0; call && k < c->p->edges.at[call].cmd.n; k++)
            add_slots(c, block_before(c->blocks, c->p->edges.at[call].cmd.terms[k]));
    }
}

// Of what the function may change, what it was at first; and what it returns.
static void add_first_slots(Clauses *c, FuncId f, uint32_t n) {
    for (uint32_t s = 0; s < n; s++) {
        Term x = c->state.at[s];
        VarId v = program_var_of(c->p, x);
        bool given = !v || !c->p->vars.at[v].func || (c->p->vars.at[v].func == f && c->p->vars.at[v].kind == VAR_PARAM);
        if (!given || !calls_changes(c->calls, f, x))
            continue;
        Term first = calls_entry_copy(c->p, x);
        map_put(&c->first_of, first.id, x.id);
        add_slot(c, first);
    }
    for (uint32_t i = 0; i < c->p->funcs.at[f].results.count; i++)
        add_slot(c, calls_result(c->p, f, i));
}

static void find_slots(Clauses *c) {
    for (uint32_t k = 0; k < c->funcs.count; k++)
        for (uint32_t i = 0; i < c->funcs.at[k].graph->edges.count; i++)
            for (uint32_t j = 0; j < c->funcs.at[k].piece[i].inputs.count; j++)
                map_put(&c->inputs, c->funcs.at[k].piece[i].inputs.at[j].id, 1);
    for (uint32_t k = 0; k < c->funcs.count; k++)
        add_slots_of(c, &c->funcs.at[k]);
    uint32_t n = c->state.count;
    for (uint32_t k = 1; k < c->funcs.count; k++)
        add_first_slots(c, c->funcs.at[k].func, n);
}

// ---- what matters where ----
static bool *live_at(const Clauses *c, uint32_t relation) {
    return &c->live[(size_t)relation * c->state.count];
}

// Where an activation begins, what things were at first is what they are.
static Term here(const Clauses *c, const ClauseFunc *f, uint32_t point, Term state) {
    uint32_t now = is_entry(c, f, point) ? map_find(&c->first_of, state.id) : 0;
    return now ? (Term){ now } : state;
}

// The variables of a term matter at the point.
static bool need(Clauses *c, const ClauseFunc *f, uint32_t point, Term a) {
    VecTerm vars = { 0 };
    bool more = false, *live = live_at(c, f->first + point);
    term_vars(c->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        uint32_t slot = slot_of(c, here(c, f, point, vars.at[i]));
        if (!slot || live[slot - 1])
            continue;
        live[slot - 1] = more = true;
        c->many.at[f->first + point]++;
    }
    vec_free(&vars);
    return more;
}

// The value a piece gives to a variable; the variable itself where it does not change; no term: any.
static Term value_after(const Clauses *c, const Block *b, Term state) {
    for (uint32_t i = 0; i < b->changes.count; i++)
        if (term_same(block_changed(c->blocks, b, i), state))
            return b->changes.at[i].value;
    VarId v = program_var_of(c->p, state);
    for (uint32_t i = 0; v && i < b->forgotten.count; i++)
        if (b->forgotten.at[i] == v)
            return (Term){ 0 };
    return state;
}

static bool flow_piece(Clauses *c, ClauseFunc *f, uint32_t cut) {
    const CutEdge *e = &f->graph->edges.at[cut];
    const bool *after = live_at(c, f->first + e->to);
    bool more = need(c, f, e->from, f->piece[cut].guard);
    for (uint32_t s = 0; s < c->state.count; s++) {
        Term value = after[s] ? value_after(c, &f->piece[cut], c->state.at[s]) : (Term){ 0 };
        if (value.id)
            more |= need(c, f, e->from, value);
    }
    return more;
}

// What a slot becomes at a call.
static Term call_term(Clauses *c, EdgeId call, CallSide side, uint32_t slot) {
    uint32_t at = map_find(&c->call_of, call);
    if (!at) {
        CallTerms *terms = vec_add(&c->call_terms);
        for (uint32_t i = 0; i < COUNT(terms->side); i++) {
            terms->side[i] = base_alloc((c->state.count + 1) * sizeof(Term));
            calls_rename_all(c->calls, call, (CallSide)i, c->state.count, c->state.at, terms->side[i]);
        }
        at = c->call_terms.count;
        map_put(&c->call_of, call, at);
    }
    return c->call_terms.at[at - 1].side[side][slot];
}

static bool need_at_exit(Clauses *c, const ClauseFunc *f, uint32_t slot) {
    uint32_t exit = f->first + f->graph->exit;
    if (live_at(c, exit)[slot])
        return false;
    c->many.at[exit]++;
    return live_at(c, exit)[slot] = true;
}

// What matters in the callee, at its entry and its exit, is given at the call; what matters after it
// comes from before or from the callee's exit.
static bool flow_call(Clauses *c, ClauseFunc *f, uint32_t cut, EdgeId call) {
    const CutEdge *e = &f->graph->edges.at[cut];
    const ClauseFunc *g = callee_of(c, call);
    const bool *entry = live_at(c, g->first + g->graph->entry), *after = live_at(c, f->first + e->to);
    bool more = false, returns = g->graph->exit != WTO_NONE;
    for (uint32_t s = 0; s < c->state.count; s++) {
        Term x = c->state.at[s], leaves = call_term(c, call, CALL_LEAVE, s);
        if (entry[s])
            more |= need(c, f, e->from, call_term(c, call, CALL_ENTER, s));
        if (after[s] && term_same(call_term(c, call, CALL_AFTER, s), x))
            more |= need(c, f, e->from, x);
        uint32_t changed = slot_of(c, (Term){ map_find(&c->base, leaves.id) }); // of after!y: y
        if (returns && changed && after[changed - 1])
            more |= need_at_exit(c, g, s);
        if (returns && live_at(c, g->first + g->graph->exit)[s])
            more |= need(c, f, e->from, leaves);
    }
    return more;
}

// The summary speaks of all that the function reads.
static bool flow_summary(Clauses *c, const ClauseFunc *f) {
    if (f->graph->exit == WTO_NONE || f->func == c->p->entry)
        return false;
    bool more = false;
    const bool *entry = live_at(c, f->first + f->graph->entry);
    for (uint32_t s = 0; s < c->state.count; s++) {
        uint32_t first = entry[s] ? slot_of(c, calls_first(c->calls, f->func, c->state.at[s])) : 0;
        if (first)
            more |= need_at_exit(c, f, first - 1);
    }
    return more;
}

// Names after!y of all that calls can change.
static void note_after(Clauses *c) {
    for (uint32_t s = 0; s < c->state.count; s++)
        map_put(&c->base, calls_after_copy(c->p, c->state.at[s]).id, c->state.at[s].id);
}

// Has anything changed that the cut edge brings back?
static bool is_stale(Clauses *c, ClauseFunc *f, uint32_t cut, EdgeId call) {
    uint32_t many = 1 + c->many.at[f->first + f->graph->edges.at[cut].to];
    const ClauseFunc *g = call ? callee_of(c, call) : NULL;
    if (g)
        many += c->many.at[g->first + g->graph->entry];
    if (g && g->graph->exit != WTO_NONE)
        many += c->many.at[g->first + g->graph->exit];
    bool stale = f->seen[cut] != many;
    f->seen[cut] = many;
    return stale;
}

static bool flow_back(Clauses *c, ClauseFunc *f) {
    bool more = flow_summary(c, f);
    for (uint32_t i = f->graph->edges.count; i-- > 0;) {
        EdgeId call = call_at(c, f, f->graph->edges.at[i].from);
        if ((!call && !f->piece[i].guard.id) || !is_stale(c, f, i, call))
            continue;
        more |= call ? flow_call(c, f, i, call) : flow_piece(c, f, i);
    }
    return more;
}

static void find_live(Clauses *c) {
    c->live = base_alloc((size_t)c->locs.count * c->state.count + 1);
    vec_resize(&c->many, c->locs.count);
    note_after(c);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t k = c->funcs.count; k-- > 0;)
            more |= flow_back(c, &c->funcs.at[k]);
    }
}

// ---- the clauses ----
typedef struct Draft { // a clause being written
    Clauses *c;
    VecTerm arguments;
    VecTerm facts;
} Draft;

static Term copy_of(Clauses *c, const char *prefix, Term state) {
    Text name = { 0 };
    text_add(&name, "%s!%s", prefix, term_name(c->t, state));
    Term copy = term_var(c->t, name.at, term_sort(c->t, state));
    vec_free(&name);
    map_put(&c->base, copy.id, state.id);
    return copy;
}

// An argument with a value: a variable, equal to it.
static void add_argument(Draft *d, const char *prefix, Term state, Term value) {
    Clauses *c = d->c;
    if (!value.id || term_op(c->t, value) != OP_VAR) {
        Term copy = copy_of(c, prefix, state);
        if (value.id)
            vec_push(&d->facts, term_eq(c->t, copy, value));
        value = copy;
    }
    vec_push(&d->arguments, value);
}

static void add_scope(Draft *d, uint32_t relation) {
    const VecTerm *scope = &d->c->horn->scopes.at[relation];
    for (uint32_t i = 0; i < scope->count; i++)
        vec_push(&d->arguments, scope->at[i]);
}

static void finish(Draft *d, ClauseOrigin origin, uint32_t n, const uint32_t body[], uint32_t head) {
    Clauses *c = d->c;
    horn_step(c->horn, n, body, &d->arguments, term_and_n(c->t, d->facts.count, d->facts.at), head);
    vec_push(&c->origins, origin);
    vec_free(&d->arguments);
    vec_free(&d->facts);
}

static void write_start(Clauses *c) {
    Draft d = { .c = c };
    Block first = { 0 };
    uint32_t entry = c->funcs.at[0].first + c->funcs.at[0].graph->entry;
    add_scope(&d, entry);
    block_initial(c->blocks, &first);
    for (uint32_t i = 0; i < first.changes.count; i++) {
        Term x = block_changed(c->blocks, &first, i);
        if (!slot_of(c, x) || !live_at(c, entry)[slot_of(c, x) - 1])
            continue;
        if (first.changes.at[i].var)
            vec_push(&d.facts, term_eq(c->t, x, first.changes.at[i].value));
        else
            first_cells(c->t, x, first.changes.at[i].value, &d.facts);
    }
    block_free(&first);
    finish(&d, (ClauseOrigin){ .kind = CLAUSE_START }, 0, NULL, is_bad(c, &c->funcs.at[0], 0) ? HORN_FALSE : entry);
}

static void write_piece(Clauses *c, uint32_t func, uint32_t cut) {
    const ClauseFunc *f = &c->funcs.at[func];
    const CutEdge *e = &f->graph->edges.at[cut];
    const Block *b = &f->piece[cut];
    uint32_t from = f->first + e->from, to = is_bad(c, f, e->to) ? HORN_FALSE : f->first + e->to;
    if (!b->guard.id || term_op(c->t, b->guard) == OP_FALSE)
        return;
    Draft d = { .c = c };
    add_scope(&d, from);
    vec_push(&d.facts, b->guard);
    for (uint32_t i = 0; to != HORN_FALSE && i < c->horn->scopes.at[to].count; i++) {
        Term x = c->horn->scopes.at[to].at[i], value = value_after(c, b, x);
        if (value.id && term_same(value, x))
            vec_push(&d.arguments, here(c, f, e->from, x));
        else
            add_argument(&d, "next", x, value);
    }
    finish(&d, (ClauseOrigin){ CLAUSE_PIECE, func, cut }, 1, &from, to);
}

static void write_enter(Clauses *c, uint32_t func, uint32_t cut, EdgeId call) {
    const ClauseFunc *f = &c->funcs.at[func], *g = callee_of(c, call);
    uint32_t from = f->first + f->graph->edges.at[cut].from, to = g->first + g->graph->entry;
    bool bad = is_bad(c, g, g->graph->entry);
    Draft d = { .c = c };
    add_scope(&d, from);
    for (uint32_t i = 0; !bad && i < c->horn->scopes.at[to].count; i++) {
        Term x = c->horn->scopes.at[to].at[i];
        add_argument(&d, "arg", x, call_term(c, call, CALL_ENTER, slot_of(c, x) - 1));
    }
    finish(&d, (ClauseOrigin){ CLAUSE_ENTER, func, cut }, 1, &from, bad ? HORN_FALSE : to);
}

static void write_return(Clauses *c, uint32_t func, uint32_t cut, EdgeId call) {
    const ClauseFunc *f = &c->funcs.at[func], *g = callee_of(c, call);
    const CutEdge *e = &f->graph->edges.at[cut];
    if (g->graph->exit == WTO_NONE)
        return;
    uint32_t body[] = { f->first + e->from, g->first + g->graph->exit };
    uint32_t to = is_bad(c, f, e->to) ? HORN_FALSE : f->first + e->to;
    Draft d = { .c = c };
    add_scope(&d, body[0]);
    for (uint32_t i = 0; i < c->horn->scopes.at[body[1]].count; i++) {
        Term x = c->horn->scopes.at[body[1]].at[i];
        add_argument(&d, "arg", x, call_term(c, call, CALL_LEAVE, slot_of(c, x) - 1));
    }
    for (uint32_t i = 0; to != HORN_FALSE && i < c->horn->scopes.at[to].count; i++) {
        uint32_t slot = slot_of(c, c->horn->scopes.at[to].at[i]) - 1;
        vec_push(&d.arguments, here(c, f, e->from, call_term(c, call, CALL_AFTER, slot)));
    }
    finish(&d, (ClauseOrigin){ CLAUSE_RETURN, func, cut }, 2, body, to);
}

static void write_clauses(Clauses *c) {
    c->horn = horn_new(c->t);
    for (uint32_t r = 0; r < c->locs.count; r++) {
        horn_relation(c->horn);
        for (uint32_t s = 0; s < c->state.count; s++)
            if (live_at(c, r)[s])
                horn_scope(c->horn, r, c->state.at[s]);
    }
    write_start(c);
    for (uint32_t k = 0; k < c->funcs.count; k++)
        for (uint32_t i = 0; i < c->funcs.at[k].graph->edges.count; i++) {
            EdgeId call = call_at(c, &c->funcs.at[k], c->funcs.at[k].graph->edges.at[i].from);
            if (call) {
                write_enter(c, k, i, call);
                write_return(c, k, i, call);
            } else {
                write_piece(c, k, i);
            }
        }
}

// ---- doors ----
void clauses_open(Clauses *c, Program *p, const Term facts[]) {
    *c = (Clauses){ .p = p, .t = p->terms };
    c->blocks = blocks_new(p);
    c->calls = calls_new(p, c->blocks);
    add_funcs(c);
    ClauseFunc *f = &c->funcs.at[0];
    for (uint32_t i = 0; facts && i < f->graph->edges.count; i++)
        if (f->piece[i].guard.id)
            f->piece[i].guard = term_and(c->t, f->piece[i].guard, facts[f->graph->edges.at[i].from]);
    find_slots(c);
    find_live(c);
    write_clauses(c);
}

void clauses_close(Clauses *c) {
    for (uint32_t k = 0; k < c->funcs.count; k++) {
        ClauseFunc *f = &c->funcs.at[k];
        for (uint32_t i = 0; i < f->graph->edges.count; i++)
            block_free(&f->piece[i]);
        free(f->piece);
        free(f->seen);
        cut_graph_free(f->graph);
    }
    vec_free(&c->funcs);
    map_free(&c->func_of);
    vec_free(&c->locs);
    horn_free(c->horn);
    vec_free(&c->origins);
    map_free(&c->base);
    vec_free(&c->state);
    map_free(&c->slot_of);
    map_free(&c->inputs);
    map_free(&c->returns);
    map_free(&c->first_of);
    free(c->live);
    vec_free(&c->many);
    for (uint32_t i = 0; i < c->call_terms.count; i++)
        for (uint32_t k = 0; k < COUNT(c->call_terms.at[i].side); k++)
            free(c->call_terms.at[i].side[k]);
    vec_free(&c->call_terms);
    map_free(&c->call_of);
    calls_free(c->calls);
    blocks_free(c->blocks);
}

Term clauses_base(void *self, Term variable) {
    Clauses *c = self;
    uint32_t base = map_find(&c->base, variable.id);
    return base ? (Term){ base } : variable;
}

// That something is what it was at first is said where the clauses take it for granted: what they leave out of the
// program may change it.
static Term unchanged(const Clauses *c, FuncId f, uint32_t relation) {
    Term all = term_true(c->t);
    const VecTerm *scope = &c->horn->scopes.at[relation];
    for (uint32_t i = 0; i < scope->count; i++) {
        Term x = scope->at[i];
        VarId v = program_var_of(c->p, x);
        bool given = v ? !c->p->vars.at[v].func || c->p->vars.at[v].kind == VAR_PARAM
                       : !map_find(&c->first_of, x.id) && sort_kind(c->t, term_sort(c->t, x)) == SORT_ARRAY;
        if (given && !calls_changes(c->calls, f, x) && !(v && c->p->vars.at[v].kind == VAR_ADDRESS))
            all = term_and(c->t, all, term_eq(c->t, x, calls_entry_copy(c->p, x)));
    }
    return all;
}

void clauses_invariants(const Clauses *c, const Term solution[], const Term facts[], Claim *claim) {
    for (uint32_t k = 0; k < c->funcs.count; k++) {
        const ClauseFunc *f = &c->funcs.at[k];
        for (uint32_t i = 0; i < f->graph->points.count; i++) {
            Invariant inv = { f->graph->points.at[i].loc, solution[f->first + i] };
            if (is_bad(c, f, i) || inv.loc == c->p->stop)
                continue;
            if (!k && facts)
                inv.formula = term_and(c->t, inv.formula, facts[i]);
            if (k && i != f->graph->entry)
                inv.formula = term_and(c->t, inv.formula, unchanged(c, f->func, f->first + i));
            vec_push(&claim->proof.invariants, inv);
        }
        LocId exit = c->p->funcs.at[f->func].exit;
        if (k && f->graph->exit == WTO_NONE) // nobody waits for it to return, but it is part of the proof
            vec_push(&claim->proof.invariants, (Invariant){ exit, term_true(c->t) });
    }
}

void clauses_print(const Clauses *c, Text *out) {
    Arena *arena = arena_new();
    const char **names = arena_array(arena, const char *, c->locs.count + 1);
    for (uint32_t k = 0; k < c->funcs.count; k++) {
        const ClauseFunc *f = &c->funcs.at[k];
        for (uint32_t i = 0; i < f->graph->points.count; i++) {
            const char *name = program_text(c->p, c->p->funcs.at[f->func].name);
            names[f->first + i] = arena_printf(arena, "%s@L%u", name, f->graph->points.at[i].loc);
        }
    }
    horn_print(c->horn, names, out);
    arena_free(arena);
}
