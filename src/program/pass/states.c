// states.c - state variables become part of the control
//
// Three steps.  First, which values a variable can get at all: sets of constants, and perhaps others
// (find_values).  Then copies are made from the entry on, with a list of (location, values) still to look at
// (explore); where that is too much, with fewer variables.  At last the new graph takes the
// place of the old one (rebuild).
//
// Values that nobody reads any more are forgotten (find_live): otherwise they would tell copies apart in vain.
#include "program/pass/states.h"
#include "program/step/block.h"
#include "program/step/cutpoint.h"
#include "program/edit.h"

enum { MOST_VALUES = 64, MOST_FOLLOWED = 256 };

// ---- what variables can be ----
typedef struct Range {
    VecTerm values; // constants and addresses it gets
    bool others;    // it may get something else
    bool many;      // more constants than these
    bool runaway;   // it got others than these, on the way
    Term first;     // of a global variable: what it starts with, where that is a constant
    uint32_t tests; // how many conditions read it
    uint32_t group; // variables that are copied to each other: union-find
} Range;

typedef struct State { // of a copy
    LocId loc;
    uint32_t values;       // where in 'known' its values start
    LocId copy, next_copy; // the next copy of the same location
} State;

typedef struct Move {
    uint32_t from, to; // states; of 'error' and 'stop': NONE, and 'end' says which
    LocId end;
    EdgeId edge; // that it is a copy of
    Cmd cmd;
} Move;

struct States {
    Program *p;
    FuncId func;
    Digraph in; // of the old graph
    uint32_t vars, edges;
    Range *range;    // per VarId
    VecU32 followed; // VarIds
    uint32_t *place; // per VarId: 1 + where in 'followed'
    uint64_t *live;  // per LocId 'words' words: which are read later
    uint32_t words;
    uint8_t *head; // per LocId of the old graph
    VecU32 *reads; // per EdgeId: places of the followed variables it reads
    VecTerm known; // the values of all states, each as long as 'followed'; no term: not known
    VEC(State) states;
    VEC(Move) moves;
    Map found;   // hash -> 1 + state, then by 'same'
    VecU32 next; // per state: another with the same hash
    uint32_t budget;
    bool ran_away;     // a variable got too many values
    Term *now;         // the values that terms are evaluated with
    VecU32 heads;      // of the old graph
    LocId *first_copy; // per LocId of the old graph
    VecU32 state_of;   // per LocId of the new graph: 1 + state
    VecU32 edge_of;    // per EdgeId of the new graph
};

enum { NONE = UINT32_MAX };

// ---- ranges ----
static bool is_scalar(const Program *p, VarId v) {
    SortKind kind = sort_kind(p->terms, p->vars.at[v].sort);
    return (kind == SORT_BV || kind == SORT_BOOL) && p->vars.at[v].kind != VAR_ADDRESS;
}

// A number or the address of an object.
static bool is_value(const Program *p, Term a) {
    VarId v = program_var_of(p, a);
    return term_is_const(p->terms, a) || (v && p->vars.at[v].kind == VAR_ADDRESS);
}

static uint32_t group_of(States *s, uint32_t v) {
    while (s->range[v].group != v)
        v = s->range[v].group = s->range[s->range[v].group].group;
    return v;
}

static bool add_value(Range *r, Term value) {
    for (uint32_t i = 0; i < r->values.count; i++)
        if (term_same(r->values.at[i], value))
            return false;
    if (r->many)
        return false;
    r->many = r->values.count == MOST_VALUES;
    vec_push(&r->values, value);
    return true;
}

static bool add_others(Range *r) {
    bool changed = !r->others;
    r->others = true;
    return changed;
}

static bool add_range(Range *r, const Range *from) {
    bool changed = from->others && add_others(r);
    if (from->many && !r->many)
        r->many = changed = true;
    for (uint32_t i = 0; i < from->values.count; i++)
        changed |= add_value(r, from->values.at[i]);
    return changed;
}

// What 'v' can get by an assignment of a term over one variable.
static bool computed(States *s, VarId v, Term a) {
    VecTerm vars = { 0 };
    term_vars(s->p->terms, a, &vars);
    VarId w = vars.count == 1 ? program_var_of(s->p, vars.at[0]) : 0;
    vec_free(&vars);
    if (!w || !is_scalar(s->p, w))
        return add_others(&s->range[v]);
    bool changed = s->range[w].others && add_others(&s->range[v]);
    for (uint32_t i = 0; i < s->range[w].values.count && !s->range[v].many; i++) {
        Term x = var_term(s->p, w), value = term_substitute(s->p->terms, a, 1, &x, &s->range[w].values.at[i]);
        changed |= is_value(s->p, value) ? add_value(&s->range[v], value) : add_others(&s->range[v]);
    }
    return changed;
}

// What 'v' can get by an assignment of 'a'.
static bool assigned(States *s, VarId v, Term a) {
    Terms *t = s->p->terms;
    VarId w = program_var_of(s->p, a);
    if (is_value(s->p, a))
        return add_value(&s->range[v], a);
    if (term_op(t, a) == OP_ITE) {
        bool first = assigned(s, v, term_arg(t, a, 1));
        return assigned(s, v, term_arg(t, a, 2)) || first;
    }
    if (!w || !is_scalar(s->p, w))
        return computed(s, v, a);
    s->range[group_of(s, w)].group = group_of(s, v);
    return add_range(&s->range[v], &s->range[w]);
}

static bool write_ranges(States *s, const Cmd *cmd) {
    const VarId *vars;
    uint32_t n = cmd_writes(cmd, &vars);
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        if (!is_scalar(s->p, vars[i]))
            continue;
        changed |= cmd->kind == CMD_ASSIGN ? assigned(s, vars[i], cmd->terms[i]) : add_others(&s->range[vars[i]]);
    }
    return changed;
}

static void count_tests(States *s, const Cmd *cmd) {
    VecU32 vars = { 0 };
    if (cmd->kind == CMD_ASSUME)
        cmd_reads(s->p, cmd, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        s->range[vars.at[i]].tests++;
    vec_free(&vars);
}

static bool in_function(const States *s, EdgeId e) {
    LocId from = s->p->edges.at[e].from;
    return from && s->p->locs.at[from].func == s->func;
}

// What a variable that starts as an address starts as; no term: something else.  What number an address is, is not for
// us to say.
static bool starts_as_address(const Program *p, VarId v, Term *address) {
    const Var *var = &p->vars.at[v];
    const Object *o = &p->objects.at[var->object];
    uint32_t width = sort_width(p->terms, var->sort), bytes = (width + 7) / 8;
    for (uint32_t i = 0; var->object && i < o->relocs.count; i++) {
        const Reloc *r = &o->relocs.at[i];
        if (r->offset >= var->offset + bytes || var->offset >= r->offset + p->pointer_bits / 8)
            continue;
        bool whole = r->offset == var->offset && width == p->pointer_bits && !r->addend;
        *address = whole ? var_term(p, p->objects.at[r->object].address) : (Term){ 0 };
        return true;
    }
    return false;
}

static void initial_values(States *s) {
    Blocks *blocks = blocks_new(s->p);
    Block first = { 0 };
    block_initial(blocks, &first);
    for (VarId v = 1; v < s->p->vars.count; v++)
        s->range[v].others = s->p->vars.at[v].kind == VAR_PARAM || s->p->vars.at[v].kind == VAR_GLOBAL;
    for (uint32_t i = 0; i < first.changes.count; i++) {
        VarId v = first.changes.at[i].var;
        Term value = first.changes.at[i].value;
        if (!v || !is_scalar(s->p, v) || (!starts_as_address(s->p, v, &value) && !term_is_const(s->p->terms, value)) ||
            !value.id)
            continue;
        s->range[v].others = false;
        s->range[v].first = value;
        add_value(&s->range[v], s->range[v].first);
    }
    block_free(&first);
    blocks_free(blocks);
}

static void find_values(States *s) {
    for (VarId v = 0; v < s->p->vars.count; v++)
        s->range[v].group = v;
    initial_values(s);
    for (EdgeId e = 1; e < s->p->edges.count; e++)
        if (in_function(s, e))
            count_tests(s, &s->p->edges.at[e].cmd);
    bool changed = true;
    while (changed) {
        changed = false;
        for (EdgeId e = 1; e < s->p->edges.count; e++)
            if (in_function(s, e))
                changed |= write_ranges(s, &s->p->edges.at[e].cmd);
    }
}

// ---- which to follow ----
typedef struct Group {
    uint32_t id, tests, values;
    bool others, many;
} Group;
typedef VEC(Group) Groups;

static bool may_follow(const States *s, VarId v) {
    const Range *r = &s->range[v];
    bool in_scope = s->p->vars.at[v].func == s->func || !s->p->vars.at[v].func;
    return is_scalar(s->p, v) && in_scope && r->values.count && !r->runaway && !(r->many && r->others);
}

static int by_use(const void *a_, const void *b_) {
    const Group *a = a_, *b = b_;
    if (a->many != b->many)
        return a->many - b->many;
    if (a->others != b->others)
        return a->others - b->others;
    if (a->tests != b->tests)
        return a->tests < b->tests ? 1 : -1;
    return a->id < b->id ? -1 : a->id > b->id;
}

static Groups find_groups(States *s) {
    Groups groups = { 0 };
    Map at = { 0 };
    for (VarId v = 1; v < s->p->vars.count; v++) {
        if (!may_follow(s, v))
            continue;
        uint32_t id = group_of(s, v), i = map_find(&at, id);
        if (!i) {
            vec_push(&groups, (Group){ .id = id });
            map_put(&at, id, i = groups.count);
        }
        Group *g = &groups.at[i - 1];
        const Range *r = &s->range[v];
        g->tests += r->tests;
        g->others |= r->others;
        g->many |= r->many;
        g->values = r->values.count + r->others > g->values ? r->values.count + r->others : g->values;
    }
    map_free(&at);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < groups.count; i++)
        if (groups.at[i].tests && groups.at[i].values > 1)
            groups.at[kept++] = groups.at[i];
    groups.count = kept;
    if (kept)
        qsort(groups.at, kept, sizeof *groups.at, by_use);
    if (kept && groups.at[0].many) // counters alone make no machine
        groups.count = 0;
    return groups;
}

static void follow(States *s, const Groups *groups, uint32_t n) {
    Map chosen = { 0 };
    for (uint32_t i = 0; i < n; i++)
        map_put(&chosen, groups->at[i].id, 1);
    s->followed.count = 0;
    memset(s->place, 0, s->p->vars.count * sizeof *s->place);
    for (VarId v = 1; v < s->p->vars.count && s->followed.count < MOST_FOLLOWED; v++)
        if (may_follow(s, v) && map_find(&chosen, group_of(s, v))) {
            vec_push(&s->followed, v);
            s->place[v] = s->followed.count;
        }
    map_free(&chosen);
}

// ---- what is still read ----
static void find_reads(States *s) {
    VecU32 vars = { 0 };
    for (EdgeId e = 1; e < s->p->edges.count; e++) {
        s->reads[e].count = vars.count = 0;
        if (!in_function(s, e))
            continue;
        cmd_reads(s->p, &s->p->edges.at[e].cmd, &vars);
        for (uint32_t i = 0; i < vars.count; i++)
            if (s->place[vars.at[i]])
                vec_push(&s->reads[e], s->place[vars.at[i]] - 1);
    }
    vec_free(&vars);
}

static bool live_over(States *s, EdgeId e, uint64_t *before) {
    assert(s->words <= MOST_FOLLOWED / 64);
    const Edge *edge = &s->p->edges.at[e];
    uint64_t *to = &s->live[(size_t)edge->to * s->words], now[MOST_FOLLOWED / 64];
    const VarId *vars;
    uint32_t n = cmd_writes(&edge->cmd, &vars);
    memcpy(now, to, s->words * sizeof *now);
    for (uint32_t i = 0; i < n; i++)
        if (s->place[vars[i]])
            now[(s->place[vars[i]] - 1) / 64] &= ~(1ull << (s->place[vars[i]] - 1) % 64);
    for (uint32_t i = 0; i < s->reads[e].count; i++)
        now[s->reads[e].at[i] / 64] |= 1ull << s->reads[e].at[i] % 64;
    bool changed = false;
    for (uint32_t i = 0; i < s->words; i++) {
        changed |= (now[i] & ~before[i]) != 0;
        before[i] |= now[i];
    }
    return changed;
}

static void find_live(States *s) {
    const Program *p = s->p;
    s->words = (s->followed.count + 63) / 64;
    free(s->live);
    s->live = base_alloc((size_t)p->locs.count * s->words * sizeof *s->live);
    VecU32 work = { 0 };
    for (LocId loc = 1; loc < p->locs.count; loc++)
        if (p->locs.at[loc].func == s->func)
            vec_push(&work, loc);
    while (work.count) {
        LocId loc = vec_pop(&work);
        bool changed = false;
        for_out_edges(p, loc, e) changed |= live_over(s, e, &s->live[(size_t)loc * s->words]);
        for (uint32_t i = s->in.first[loc]; changed && i < s->in.first[loc + 1]; i++)
            vec_push(&work, p->edges.at[s->in.to[i]].from);
    }
    vec_free(&work);
}

// ---- exploring ----
static Term now(void *context, Term variable) {
    const States *s = context;
    uint32_t place = s->place[program_var_of(s->p, variable)];
    return place && s->now[place - 1].id ? s->now[place - 1] : variable;
}

static bool reads_known(const States *s, EdgeId e) {
    for (uint32_t i = 0; i < s->reads[e].count; i++)
        if (s->now[s->reads[e].at[i]].id)
            return true;
    return false;
}

static Cmd evaluated(States *s, EdgeId e) {
    Cmd cmd = s->p->edges.at[e].cmd;
    if (reads_known(s, e))
        cmd = cmd_map(s->p, &cmd, now, s, NULL);
    if (cmd.kind == CMD_ASSUME)
        cmd.a = fold_addresses(s->p, cmd.a);
    return cmd;
}

static bool is_false(const States *s, const Cmd *cmd) {
    return cmd->kind == CMD_ASSUME && term_same(cmd->a, term_false(s->p->terms));
}

static bool is_nothing(const States *s, const Cmd *cmd) {
    return cmd->kind == CMD_SKIP || (cmd->kind == CMD_ASSUME && term_same(cmd->a, term_true(s->p->terms)));
}

// Where a run goes on from 'loc' without doing anything; 0: nowhere.
static LocId goes_on(States *s, LocId loc) {
    LocId next = 0;
    if (s->head[loc])
        return 0;
    for_out_edges(s->p, loc, e) {
        const Cmd *cmd = &s->p->edges.at[e].cmd;
        if ((cmd->kind != CMD_ASSUME && cmd->kind != CMD_SKIP) || (cmd->kind == CMD_ASSUME && !reads_known(s, e)))
            return 0;
        Cmd now_ = evaluated(s, e);
        if (is_false(s, &now_))
            continue;
        if (!is_nothing(s, &now_))
            return 0;
        next = s->p->edges.at[e].to;
    }
    return next;
}

static bool is_end(const States *s, LocId loc) {
    return s->p->locs.at[loc].func != s->func || s->p->funcs.at[s->func].exit == loc;
}

// The state with the values of 'now', forgetting those that are not read from here on.
static uint32_t state_at(States *s, LocId loc) {
    assert(!is_end(s, loc));
    uint32_t n = s->followed.count;
    const uint64_t *live = &s->live[(size_t)loc * s->words];
    for (uint32_t i = 0; i < n; i++)
        if (!(live[i / 64] >> i % 64 & 1))
            s->now[i] = (Term){ 0 };
    uint64_t hash = hash_bytes(s->now, n * sizeof *s->now, loc);
    uint32_t first = map_find(&s->found, hash);
    for (uint32_t i = first; i; i = s->next.at[i - 1])
        if (s->states.at[i - 1].loc == loc &&
            !memcmp(&s->known.at[s->states.at[i - 1].values], s->now, n * sizeof *s->now))
            return i - 1;
    vec_push(&s->states, (State){ .loc = loc, .values = s->known.count });
    for (uint32_t i = 0; i < n; i++)
        vec_push(&s->known, s->now[i]);
    vec_push(&s->next, first);
    map_put(&s->found, hash, s->states.count);
    return s->states.count - 1;
}

// Counters that go beyond the first values are not followed at all: their loops are not for unrolling.
static Term only_known(States *s, VarId v, Term value) {
    Range *r = &s->range[v];
    for (uint32_t i = 0; i < r->values.count; i++)
        if (term_same(r->values.at[i], value))
            return value;
    if (r->many)
        r->runaway = s->ran_away = true;
    return (Term){ 0 };
}

// A condition that holds tells the values of variables.
static void learn(States *s, Term a) {
    Terms *t = s->p->terms;
    if (term_op(t, a) == OP_AND)
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            learn(s, term_arg(t, a, i));
    Term x = a, value = term_true(t);
    if (term_op(t, a) == OP_NOT) {
        x = term_arg(t, a, 0);
        value = term_false(t);
    } else if (term_op(t, a) == OP_EQ) {
        bool swapped = is_value(s->p, term_arg(t, a, 0));
        x = term_arg(t, a, swapped);
        value = term_arg(t, a, !swapped);
    }
    VarId v = program_var_of(s->p, x);
    if (v && s->place[v] && is_value(s->p, value))
        s->now[s->place[v] - 1] = only_known(s, v, value);
}

static void take(States *s, const Cmd *cmd) {
    const VarId *vars;
    uint32_t n = cmd_writes(cmd, &vars);
    for (uint32_t i = 0; i < n; i++)
        if (s->place[vars[i]])
            s->now[s->place[vars[i]] - 1] =
                cmd->kind == CMD_ASSIGN ? only_known(s, vars[i], cmd->terms[i]) : (Term){ 0 };
    if (cmd->kind == CMD_ASSUME)
        learn(s, cmd->a);
}

static void load_values(States *s, uint32_t state) {
    assert(s->states.at[state].values + s->followed.count <= s->known.count);
    memcpy(s->now, &s->known.at[s->states.at[state].values], s->followed.count * sizeof *s->now);
}

static void move_along(States *s, uint32_t from, EdgeId e) {
    load_values(s, from);
    Cmd cmd = evaluated(s, e);
    if (is_false(s, &cmd))
        return;
    if (is_nothing(s, &cmd))
        cmd = (Cmd){ .kind = CMD_SKIP };
    take(s, &cmd);
    LocId to = s->p->edges.at[e].to, next;
    bool effect = cmd.kind != CMD_SKIP && cmd.kind != CMD_ASSUME; // such steps do not lead to 'stop'
    while (!is_end(s, to) && (next = goes_on(s, to)) && !(effect && is_end(s, next)))
        to = next;
    bool end = is_end(s, to);
    uint32_t state = end ? NONE : state_at(s, to);
    vec_push(&s->moves, (Move){ from, state, end ? to : 0, e, cmd });
}

static bool explore(States *s) {
    s->ran_away = false;
    s->states.count = s->moves.count = s->known.count = s->next.count = 0;
    map_free(&s->found);
    for (uint32_t i = 0; i < s->followed.count; i++) {
        const Range *r = &s->range[s->followed.at[i]];
        s->now[i] = r->first;
    }
    state_at(s, s->p->funcs.at[s->func].entry);
    for (uint32_t i = 0; i < s->states.count; i++) {
        if (s->states.count > s->budget || s->ran_away)
            return false;
        for_out_edges(s->p, s->states.at[i].loc, e) move_along(s, i, e);
    }
    return true;
}

static bool fits(States *s, const Groups *groups, uint32_t n) {
    bool all;
    do {
        follow(s, groups, n);
        find_reads(s);
        find_live(s);
        all = explore(s);
    } while (s->ran_away);
    return all;
}

// As many groups as the budget allows, the most useful first.
static bool choose(States *s) {
    assert(!s->states.count);
    Groups groups = find_groups(s);
    uint32_t most = 0, too_many = groups.count + 1, last = 0;
    while (most + 1 < too_many) {
        last = too_many > groups.count ? groups.count : (most + too_many) / 2;
        if (fits(s, &groups, last))
            most = last;
        else
            too_many = last;
    }
    bool done = most && (last == most || fits(s, &groups, most));
    vec_free(&groups);
    return done;
}

// ---- the new graph ----
// Where several edges leave, all are assumptions.  The moves of a state follow each other.
static Cmd beside_others(const States *s, uint32_t move) {
    assert(move < s->moves.count);
    const Move *m = &s->moves.at[move];
    bool before = move && m[-1].from == m->from, after = move + 1 < s->moves.count && m[1].from == m->from;
    return m->cmd.kind == CMD_SKIP && (before || after) ? cmd_assume(term_true(s->p->terms)) : m->cmd;
}

// What C variables are at a location they are at its copies.
static void copy_bindings(States *s) {
    Program *p = s->p;
    for (uint32_t i = 1, n = p->bindings.count; i < n; i++) {
        Binding b = p->bindings.at[i];
        for (LocId copy = s->first_copy[b.loc]; copy; copy = states_next(s, copy)) {
            b.loc = copy;
            vec_push(&p->bindings, b);
        }
    }
}

static void rebuild(States *s) {
    assert(s->states.count && s->states.at[0].loc == s->p->funcs.at[s->func].entry);
    Program *p = s->p;
    uint32_t old_locs = p->locs.count;
    for (LocId loc = 1; loc < old_locs; loc++)
        if (p->locs.at[loc].func == s->func)
            loc_delete_out(p, loc);
    s->first_copy = base_alloc(old_locs * sizeof *s->first_copy);
    vec_resize(&s->state_of, old_locs);
    for (uint32_t i = 0; i < s->states.count; i++) {
        State *state = &s->states.at[i];
        Loc old = p->locs.at[state->loc];
        state->copy = program_loc(p, s->func, old.pos);
        p->locs.at[state->copy].inlined = old.inlined;
        p->locs.at[state->copy].cut = s->head[state->loc];
        state->next_copy = s->first_copy[state->loc];
        s->first_copy[state->loc] = state->copy;
        vec_push(&s->state_of, i + 1);
    }
    p->funcs.at[s->func].entry = s->states.at[0].copy;
    vec_resize(&s->edge_of, p->edges.count);
    assert(s->state_of.count == p->locs.count);
    for (uint32_t i = 0; i < s->moves.count; i++) {
        const Move *m = &s->moves.at[i];
        SrcPos pos = p->edges.at[m->edge].pos;
        LocId to = m->to == NONE ? m->end : s->states.at[m->to].copy;
        program_edge(p, s->states.at[m->from].copy, to, pos, beside_others(s, i));
        vec_push(&s->edge_of, m->edge);
    }
    copy_bindings(s);
#ifndef NDEBUG
    program_check(p);
#endif
}

static void find_heads(States *s) {
    CutGraph *g = cut_graph_new(s->p, s->func, NULL);
    s->head = base_alloc(s->p->locs.count);
    for (uint32_t i = 0; i < g->points.count; i++)
        if (!is_end(s, g->points.at[i].loc)) {
            vec_push(&s->heads, g->points.at[i].loc);
            s->head[g->points.at[i].loc] = 1;
        }
    cut_graph_free(g);
}

static bool is_alone(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->locs.at[p->edges.at[e].from].func == p->entry && cmd_is_call(&p->edges.at[e].cmd))
            return false;
    return true;
}

States *states_split(Program *p, uint32_t budget) {
    assert(p->entry && p->funcs.at[p->entry].defined);
    if (!is_alone(p))
        return NULL;
    States *s = base_alloc(sizeof *s);
    *s = (States){
        .p = p, .func = p->entry, .budget = budget, .in = edges_into(p), .vars = p->vars.count, .edges = p->edges.count
    };
    s->range = base_alloc(s->vars * sizeof *s->range);
    s->place = base_alloc(s->vars * sizeof *s->place);
    s->reads = base_alloc(s->edges * sizeof *s->reads);
    s->now = base_alloc(MOST_FOLLOWED * sizeof *s->now);
    find_heads(s);
    find_values(s);
    if (choose(s)) {
        rebuild(s);
        return s;
    }
    states_free(s);
    return NULL;
}

void states_free(States *s) {
    if (!s)
        return;
    for (VarId v = 0; v < s->vars; v++)
        vec_free(&s->range[v].values);
    for (EdgeId e = 0; e < s->edges; e++)
        vec_free(&s->reads[e]);
    free(s->range);
    free(s->place);
    free(s->reads);
    free(s->now);
    free(s->live);
    free(s->head);
    free(s->first_copy);
    digraph_free(&s->in);
    vec_free(&s->followed);
    vec_free(&s->known);
    vec_free(&s->states);
    vec_free(&s->moves);
    vec_free(&s->next);
    vec_free(&s->heads);
    vec_free(&s->state_of);
    vec_free(&s->edge_of);
    map_free(&s->found);
    free(s);
}

// ---- the way back ----
uint32_t states_followed(const States *s) {
    return s->followed.count;
}

const VecU32 *states_heads(const States *s) {
    return &s->heads;
}

LocId states_first(const States *s, LocId loc) {
    return s->first_copy[loc];
}

static const State *state_of(const States *s, LocId copy) {
    return copy < s->state_of.count && s->state_of.at[copy] ? &s->states.at[s->state_of.at[copy] - 1] : NULL;
}

LocId states_next(const States *s, LocId copy) {
    assert(state_of(s, copy) && "a copy");
    return state_of(s, copy)->next_copy;
}

EdgeId states_edge(const States *s, EdgeId copy) {
    return copy < s->edge_of.count && s->edge_of.at[copy] ? s->edge_of.at[copy] : copy;
}

Term states_values(const States *s, LocId copy) {
    const State *state = state_of(s, copy);
    assert(state);
    VecTerm parts = { 0 };
    for (uint32_t i = 0; i < s->followed.count; i++) {
        Term value = s->known.at[state->values + i];
        if (value.id)
            vec_push(&parts, term_eq(s->p->terms, var_term(s->p, s->followed.at[i]), value));
    }
    Term all = term_and_n(s->p->terms, parts.count, parts.at);
    vec_free(&parts);
    return all;
}
