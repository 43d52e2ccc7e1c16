// path.c - pieces of a program and paths over them
#include "system/path.h"

// ---- what matters ----
static Term change_term(Pieces *pc, const BlockChange *c) {
    return c->var ? var_term(pc->p, c->var) : block_region(pc->blocks, c->region);
}

static void add_slots(Pieces *pc, Term a) {
    VecTerm vars = { 0 };
    term_vars(pc->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        if (map_find(&pc->slot_of, vars.at[i].id))
            continue;
        vec_push(&pc->state, vars.at[i]);
        map_put(&pc->slot_of, vars.at[i].id, pc->state.count);
    }
    vec_free(&vars);
}

// Everything a piece reads that is not an input of it.
static void find_slots(Pieces *pc) {
    Map inputs = { 0 };
    for (uint32_t i = 0; i < pc->graph->edges.count; i++)
        for (uint32_t k = 0; k < pc->piece[i].inputs.count; k++)
            map_put(&inputs, pc->piece[i].inputs.at[k].id, 1);
    for (uint32_t i = 0; i < pc->graph->edges.count; i++) {
        const Block *b = &pc->piece[i];
        if (b->guard.id)
            add_slots(pc, b->guard);
        for (uint32_t k = 0; k < b->changes.count; k++)
            add_slots(pc, b->changes.at[k].value);
    }
    uint32_t n = 0;
    map_free(&pc->slot_of);
    for (uint32_t i = 0; i < pc->state.count; i++)
        if (!map_find(&inputs, pc->state.at[i].id)) {
            pc->state.at[n++] = pc->state.at[i];
            map_put(&pc->slot_of, pc->state.at[n - 1].id, n);
        }
    pc->state.count = n;
    map_free(&inputs);
}

static uint32_t slot_of(const Pieces *pc, Term a) { // 1 + slot; 0: none
    return map_find(&pc->slot_of, a.id);
}

static bool *live_at(const Pieces *pc, uint32_t point) {
    return &pc->live[(size_t)point * pc->state.count];
}

bool pieces_matters(const Pieces *pc, uint32_t point, Term formula) {
    VecTerm vars = { 0 };
    bool all = true;
    term_vars(pc->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count && all; i++)
        all = slot_of(pc, vars.at[i]) && live_at(pc, point)[slot_of(pc, vars.at[i]) - 1];
    vec_free(&vars);
    return all;
}

typedef struct Reads { // of one cut edge
    VecU32 guard;
    VecU32 changed; // slots
    VecU32 *values; // by change in 'changed': slots
} Reads;

static void slots_in(Pieces *pc, Term a, VecU32 *out) {
    VecTerm vars = { 0 };
    term_vars(pc->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        if (slot_of(pc, vars.at[i]))
            vec_push(out, slot_of(pc, vars.at[i]) - 1);
    vec_free(&vars);
}

static Reads reads_of(Pieces *pc, const Block *b) {
    Reads r = { .values = base_alloc((b->changes.count + 1) * sizeof(VecU32)) };
    slots_in(pc, b->guard, &r.guard);
    for (uint32_t i = 0; i < b->changes.count; i++) {
        uint32_t slot = slot_of(pc, change_term(pc, &b->changes.at[i]));
        if (!slot)
            continue;
        slots_in(pc, b->changes.at[i].value, &r.values[r.changed.count]);
        vec_push(&r.changed, slot - 1);
    }
    return r;
}

static bool mark(bool *live, const VecU32 *slots) {
    bool more = false;
    for (uint32_t i = 0; i < slots->count; i++) {
        more |= !live[slots->at[i]];
        live[slots->at[i]] = true;
    }
    return more;
}

// What matters before the edge, from what matters after it.
static bool flow_back(Pieces *pc, uint32_t cut, const Reads *r, bool *changed) {
    const CutEdge *e = &pc->graph->edges.at[cut];
    bool *before = live_at(pc, e->from), *after = live_at(pc, e->to), more = mark(before, &r->guard);
    memset(changed, 0, pc->state.count);
    for (uint32_t i = 0; i < r->changed.count; i++) {
        changed[r->changed.at[i]] = true;
        if (after[r->changed.at[i]])
            more |= mark(before, &r->values[i]);
    }
    for (uint32_t s = 0; s < pc->state.count; s++)
        if (after[s] && !changed[s] && !before[s])
            before[s] = more = true;
    return more;
}

static void find_live(Pieces *pc) {
    uint32_t n = pc->graph->edges.count;
    Reads *reads = base_alloc((n + 1) * sizeof *reads);
    bool *changed = base_alloc(pc->state.count + 1);
    free(pc->live);
    pc->live = base_alloc((size_t)pc->graph->points.count * pc->state.count + 1);
    for (uint32_t i = 0; i < n; i++)
        if (pc->piece[i].guard.id)
            reads[i] = reads_of(pc, &pc->piece[i]);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = n; i-- > 0;)
            if (pc->piece[i].guard.id)
                more |= flow_back(pc, i, &reads[i], changed);
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < reads[i].changed.count; k++)
            vec_free(&reads[i].values[k]);
        vec_free(&reads[i].guard);
        vec_free(&reads[i].changed);
        free(reads[i].values);
    }
    free(reads);
    free(changed);
}

// Does the term add something to the variable?
static bool adds_to(Terms *t, Term value, Term x) {
    VecTerm todo = { 0 };
    Map seen = { 0 };
    bool found = false;
    vec_push(&todo, value);
    while (todo.count && !found) {
        Term a = vec_pop(&todo);
        if (map_find(&seen, a.id))
            continue;
        map_put(&seen, a.id, 1);
        for (uint32_t i = 0; i < term_arity(t, a); i++) {
            found |= term_op(t, a) == OP_BV_ADD && term_same(term_arg(t, a, i), x);
            vec_push(&todo, term_arg(t, a, i));
        }
    }
    map_free(&seen);
    vec_free(&todo);
    return found;
}

static void find_counters(Pieces *pc) {
    pc->counts = base_alloc(pc->state.count + 1);
    for (uint32_t i = 0; i < pc->graph->edges.count; i++)
        for (uint32_t k = 0; k < pc->piece[i].changes.count; k++) {
            Term x = change_term(pc, &pc->piece[i].changes.at[k]);
            uint32_t slot = slot_of(pc, x);
            if (slot && !pc->counts[slot - 1])
                pc->counts[slot - 1] = adds_to(pc->t, pc->piece[i].changes.at[k].value, x);
        }
}

void first_cells(Terms *t, Term region, Term cells, VecTerm *facts) {
    Map seen = { 0 };
    Term all = cells;
    for (; term_op(t, cells) == OP_STORE; cells = term_arg(t, cells, 0)) {
        Term at = term_arg(t, cells, 1);
        if (!map_find(&seen, at.id))
            vec_push(facts, term_eq(t, term_2(t, OP_SELECT, region, at), term_arg(t, cells, 2)));
        map_put(&seen, at.id, 1);
    }
    if (term_op(t, cells) == OP_ARRAY_CONST)
        vec_push(facts, term_eq(t, region, all));
    map_free(&seen);
}

static void find_initial(Pieces *pc) {
    Block first = { 0 };
    VecTerm facts = { 0 };
    bool *live = live_at(pc, pc->graph->entry);
    block_initial(pc->blocks, &first);
    for (uint32_t i = 0; i < first.changes.count; i++) {
        Term x = change_term(pc, &first.changes.at[i]);
        if (!slot_of(pc, x) || !live[slot_of(pc, x) - 1])
            continue;
        if (first.changes.at[i].var)
            vec_push(&facts, term_eq(pc->t, x, first.changes.at[i].value));
        else
            first_cells(pc->t, x, first.changes.at[i].value, &facts);
    }
    pc->initial = term_and_n(pc->t, facts.count, facts.at);
    vec_free(&facts);
    block_free(&first);
}

// ---- opening and closing ----
static bool has_threads(const Program *p, FuncId f) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (edge->from && p->locs.at[edge->from].func == f && edge->cmd.kind == CMD_THREAD_CREATE)
            return true;
    }
    return false;
}

// Does a basic block start at a location?  Several edges lead to it, or one from where the
// program branches.  An edge between two such is then a basic block with the test after it.
static bool starts_block(void *context, const Program *p, LocId loc) {
    const Digraph *in = context;
    uint32_t ways = in->first[loc + 1] - in->first[loc];
    if (block_is_unmodelled(NULL, p, loc) || ways > 1)
        return true;
    LocId before = ways ? p->edges.at[in->to[in->first[loc]]].from : 0;
    return before && p->edges.at[p->locs.at[before].first_out].next_out;
}

static CutGraph *cut(const Program *p, bool basic) {
    Digraph in = edges_into(p);
    CutOptions options = { .also = basic ? starts_block : block_is_unmodelled, .context = &in };
    CutGraph *graph = cut_graph_new(p, p->entry, &options);
    digraph_free(&in);
    return graph;
}

bool pieces_open(Pieces *pc, Program *p, bool basic, Reason *why) {
    *pc = (Pieces){ .p = p, .t = p->terms };
    if (has_threads(p, p->entry)) {
        reason_set(why, "threads");
        return false;
    }
    pc->arena = arena_new();
    pc->graph = cut(p, basic);
    pc->blocks = blocks_new(p);
    pc->bad = base_alloc(pc->graph->points.count * sizeof *pc->bad);
    for (uint32_t i = 0; i < pc->graph->points.count; i++) {
        LocId loc = pc->graph->points.at[i].loc;
        pc->bad[i] = i == pc->graph->error || block_is_unmodelled(NULL, p, loc);
    }
    pc->piece = base_alloc((pc->graph->edges.count + 1) * sizeof *pc->piece);
    for (uint32_t i = 0; i < pc->graph->edges.count; i++) {
        const CutEdge *e = &pc->graph->edges.at[i];
        if (!pc->bad[e->from])
            block_build(pc->blocks, pc->graph->points.at[e->from].loc, pc->graph->points.at[e->to].loc, &e->edges,
                        &pc->piece[i]);
    }
    find_slots(pc);
    find_live(pc);
    find_counters(pc);
    find_initial(pc);
    return true;
}

void pieces_assume(Pieces *pc, const Term facts[]) {
    for (uint32_t i = 0; i < pc->graph->edges.count; i++)
        if (pc->piece[i].guard.id)
            pc->piece[i].guard = term_and(pc->t, pc->piece[i].guard, facts[pc->graph->edges.at[i].from]);
    find_live(pc);
    find_initial(pc);
}

void pieces_close(Pieces *pc) {
    if (!pc->graph)
        return;
    for (uint32_t i = 0; i < pc->graph->edges.count; i++)
        block_free(&pc->piece[i]);
    free(pc->piece);
    free(pc->bad);
    free(pc->live);
    free(pc->counts);
    vec_free(&pc->state);
    map_free(&pc->slot_of);
    map_free(&pc->origin);
    blocks_free(pc->blocks);
    cut_graph_free(pc->graph);
    arena_free(pc->arena);
}

// ---- paths ----
typedef struct Renaming {
    Pieces *pc;
    const Term *now;
    uint32_t number; // of the step; what is no state is an input of it
} Renaming;

static Term copy_of(Pieces *pc, Term a, uint32_t number) {
    Text name = { 0 };
    text_add(&name, "@%u!%s", number, term_name(pc->t, a));
    Term copy = term_var(pc->t, name.at, term_sort(pc->t, a));
    vec_free(&name);
    map_put(&pc->origin, copy.id, a.id);
    return copy;
}

static Term rename_leaf(void *self, Term variable) {
    Renaming *r = self;
    uint32_t slot = slot_of(r->pc, variable);
    return slot ? r->now[slot - 1] : copy_of(r->pc, variable, r->number);
}

static Term state_leaf(void *self, Term variable) {
    Renaming *r = self;
    uint32_t slot = slot_of(r->pc, variable);
    return slot ? r->now[slot - 1] : variable;
}

Term pieces_origin(void *self, Term variable) {
    Pieces *pc = self;
    uint32_t origin = map_find(&pc->origin, variable.id);
    return origin ? (Term){ origin } : variable;
}

bool pieces_counts(void *self, Term variable) {
    Pieces *pc = self;
    uint32_t slot = slot_of(pc, pieces_origin(pc, variable));
    return slot && pc->counts[slot - 1];
}

Place place_first(Pieces *pc) {
    Place at = { .now = arena_array(pc->arena, Term, pc->state.count + 1) };
    at.step = at.loose = pc->initial;
    for (uint32_t i = 0; i < pc->state.count; i++)
        at.now[i] = pc->state.at[i];
    return at;
}

Place place_next(Pieces *pc, const Place *before, uint32_t cut, uint32_t number) {
    const Block *b = &pc->piece[cut];
    const bool *live = live_at(pc, pc->graph->edges.at[cut].to);
    Place at = { .now = arena_array(pc->arena, Term, pc->state.count + 1), .number = number };
    Renaming r = { pc, before->now, number };
    Map cache = { 0 };
    VecTerm facts = { 0 }, loose = { 0 };
    memcpy(at.now, before->now, pc->state.count * sizeof *at.now);
    vec_push(&facts, term_map(pc->t, b->guard, rename_leaf, &r, &cache));
    vec_push(&loose, facts.at[0]);
    for (uint32_t i = 0; i < b->changes.count; i++) {
        Term x = change_term(pc, &b->changes.at[i]);
        uint32_t slot = slot_of(pc, x);
        if (!slot || !live[slot - 1])
            continue;
        at.now[slot - 1] = copy_of(pc, x, number);
        Term value = term_map(pc->t, b->changes.at[i].value, rename_leaf, &r, &cache);
        vec_push(&facts, term_eq(pc->t, at.now[slot - 1], value));
        if (!pc->counts[slot - 1])
            vec_push(&loose, vec_last(&facts));
    }
    for (uint32_t i = 0; i < b->forgotten.count; i++) {
        Term x = var_term(pc->p, b->forgotten.at[i]);
        if (slot_of(pc, x))
            at.now[slot_of(pc, x) - 1] = copy_of(pc, x, number);
    }
    at.step = term_and_n(pc->t, facts.count, facts.at);
    at.loose = term_and_n(pc->t, loose.count, loose.at);
    vec_free(&facts);
    vec_free(&loose);
    map_free(&cache);
    return at;
}

static bool agree(uint32_t n, const Place from[], uint32_t slot) {
    for (uint32_t i = 1; i < n; i++)
        if (!term_same(from[i].now[slot], from[0].now[slot]))
            return false;
    return true;
}

// What does not matter at the point may have any value there.
Place place_join(Pieces *pc, uint32_t point, uint32_t n, const Place from[], uint32_t number, Term same[]) {
    Place at = { .now = arena_array(pc->arena, Term, pc->state.count + 1), .number = number };
    const bool *live = live_at(pc, point);
    at.step = at.loose = term_true(pc->t);
    for (uint32_t i = 0; i < n; i++)
        same[i] = term_true(pc->t);
    for (uint32_t s = 0; s < pc->state.count; s++) {
        at.now[s] = agree(n, from, s) ? from[0].now[s] : copy_of(pc, pc->state.at[s], number);
        for (uint32_t i = 0; i < n && live[s]; i++)
            same[i] = term_and(pc->t, same[i], term_eq(pc->t, at.now[s], from[i].now[s]));
    }
    return at;
}

void place_copies(const Pieces *pc, const Place *at, uint32_t point, VecTerm *out) {
    const bool *live = live_at(pc, point);
    for (uint32_t s = 0; s < pc->state.count; s++)
        if (live[s])
            vec_push(out, at->now[s]);
}

Term place_formula(Pieces *pc, const Place *at, Term formula) {
    return term_map(pc->t, formula, state_leaf, &(Renaming){ pc, at->now, 0 }, NULL);
}

Term place_inner(Pieces *pc, const Place *before, uint32_t number, Term a) {
    return term_map(pc->t, a, rename_leaf, &(Renaming){ pc, before->now, number }, NULL);
}

Term pieces_clean(Pieces *pc, Term formula) {
    return term_map(pc->t, formula, pieces_origin, pc, NULL);
}

Term pieces_obligation(Pieces *pc, uint32_t cut, Term before, Term after) {
    const Block *b = &pc->piece[cut];
    Term premise = term_and(pc->t, before, b->guard);
    return term_implies(pc->t, premise, block_after(pc->blocks, b, after));
}

// ---- why not ----
// Is there a chain of calls from the function back to it?
static bool is_recursive(const Program *p, FuncId f) {
    uint8_t *seen = base_alloc(p->funcs.count);
    bool back = false, more = true;
    seen[f] = 1;
    while (more && !back) {
        more = false;
        for (EdgeId e = 1; e < p->edges.count && !back; e++) {
            const Edge *edge = &p->edges.at[e];
            FuncId callee = edge->cmd.callee;
            if (!edge->from || edge->cmd.kind != CMD_CALL || !callee || !seen[p->locs.at[edge->from].func])
                continue;
            back = callee == f;
            more |= !seen[callee];
            seen[callee] = 1;
        }
    }
    free(seen);
    return back;
}

static void blame_call(const Program *p, FuncId callee, Claim *claim) {
    if (is_recursive(p, callee)) {
        reason_set(&claim->reason, "recursion");
        reason_set(&claim->detail, "this engine treats programs without recursion");
    } else {
        reason_set(&claim->reason, "calls: too many to be inlined");
        reason_set(&claim->detail, "calls of %s, among others, were left", program_text(p, p->funcs.at[callee].name));
    }
}

void pieces_blame(const Pieces *pc, uint32_t point, Claim *claim) {
    const Program *p = pc->p;
    LocId loc = pc->graph->points.at[point].loc;
    for_out_edges(p, loc, e) {
        const Edge *edge = &p->edges.at[e];
        const char *text = program_text(p, edge->cmd.text);
        reason_set(&claim->detail, "line %u may be reached", edge->pos.line);
        switch (edge->cmd.kind) {
        case CMD_CALL:
            if (edge->cmd.callee && p->funcs.at[edge->cmd.callee].defined) {
                blame_call(p, edge->cmd.callee, claim);
                return;
            }
            reason_set(&claim->reason, "unmodelled: %s",
                       edge->cmd.callee ? "a call of a function without body" : "a call through a pointer");
            return;
        case CMD_UNMODELLED:
            reason_set(&claim->reason, "unmodelled: %s", text);
            return;
        case CMD_ASSUME:
        case CMD_SKIP:
            break;
        default:
            reason_set(&claim->reason, "unmodelled: a block of memory without known extent");
            return;
        }
    }
    reason_set(&claim->reason, "unmodelled");
}
