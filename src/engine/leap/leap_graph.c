// leap_graph.c - abstract states: cutpoints, predicates, and whose turn it is
//
// Only points in loops are split: elsewhere a set of states says more than predicates.  An edge to a label has the
// label, as it is before the edge, in its guard; an edge that no state can take is left out.
#include "engine/leap/leap.h"

enum { MOST_POINTS = 400 };

typedef struct Builder {
    Leap *l;
    VecU32 todo; // points
    uint32_t turns;
    bool check; // is an edge possible? else all are kept
} Builder;

bool leap_live(const Leap *l, uint32_t point, uint32_t slot) {
    assert(slot < l->pc->state.count);
    return l->pc->live[(size_t)l->points.at[point].cut * l->pc->state.count + slot];
}

Term leap_invariant(const Leap *l, uint32_t point) {
    const LeapPoint *p = &l->points.at[point];
    return term_and(l->t, l->invariants.at[p->cut], p->label);
}

Term edge_before(Leap *l, const LeapEdge *e, Term after) {
    assert(e->var.count == e->value.count);
    return term_substitute(l->t, after, e->var.count, e->var.at, e->value.at);
}

// ---- points ----
static bool is_about_point(const Leap *l, uint32_t cut, Term formula) {
    VecTerm vars = { 0 };
    bool about = true;
    term_vars(l->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count && about; i++) {
        uint32_t slot = map_find(&l->pc->slot_of, vars.at[i].id);
        about = slot && l->pc->live[(size_t)cut * l->pc->state.count + slot - 1];
    }
    vec_free(&vars);
    return about;
}

// The predicates that split a cutpoint, as a set of bits.
static uint32_t splits(const Builder *b, uint32_t cut) {
    uint32_t set = 0;
    for (uint32_t i = 0; b->l->in_loop[cut] && i < b->l->predicates.count; i++)
        set |= (uint32_t)is_about_point(b->l, cut, b->l->predicates.at[i]) << i;
    return set;
}

static Term label_of(const Leap *l, uint32_t set, uint32_t values) {
    Term label = term_true(l->t);
    for (uint32_t i = 0; i < l->predicates.count; i++)
        if (set >> i & 1)
            label = term_and(l->t, label, values >> i & 1 ? l->predicates.at[i] : term_not(l->t, l->predicates.at[i]));
    return label;
}

static uint32_t point_for(Builder *b, uint32_t cut, uint32_t values, uint32_t turn) {
    Leap *l = b->l;
    assert(cut < l->pc->graph->points.count && !(values & ~splits(b, cut)) && turn < b->turns);
    if (!b->l->in_loop[cut])
        turn = 0;
    uint64_t key = (((uint64_t)cut << 16 | values) << 8) | turn;
    uint32_t found = map_find(&l->point_of, key);
    if (found)
        return found - 1;
    vec_push(&l->points, (LeapPoint){ .cut = cut, .turn = turn, .label = label_of(l, splits(b, cut), values) });
    map_put(&l->point_of, key, l->points.count);
    vec_push(&b->todo, l->points.count - 1);
    return l->points.count - 1;
}

// ---- edges ----
static Term chosen(const Leap *l, Term a, uint32_t turn) {
    VecTerm values = { 0 };
    for (uint32_t i = 0; i < l->inputs.count; i++) {
        assert(l->choice.at[i].n && l->choice.at[i].n <= RULE_TURNS);
        vec_push(&values, l->choice.at[i].values[turn % l->choice.at[i].n]);
    }
    Term result = a.id ? term_substitute(l->t, a, l->inputs.count, l->inputs.at, values.at) : a;
    vec_free(&values);
    return result;
}

static LeapEdge build_edge(Leap *l, uint32_t cut, uint32_t from, uint32_t to, bool free) {
    const Block *b = &l->pc->block[cut];
    uint32_t turn = l->points.at[from].turn;
    assert(b->guard.id && l->pc->graph->edges.at[cut].from == l->points.at[from].cut);
    LeapEdge e = { .cut = cut, .from = from, .to = to };
    e.guard = free ? b->guard : chosen(l, b->guard, turn);
    for (uint32_t i = 0; i < b->changes.count; i++) {
        Term x = block_changed(l->pc->blocks, b, i);
        uint32_t slot = map_find(&l->pc->slot_of, x.id);
        if (!slot || !leap_live(l, e.to, slot - 1))
            continue;
        vec_push(&e.var, x);
        vec_push(&e.value, free ? b->changes.at[i].value : chosen(l, b->changes.at[i].value, turn));
    }
    e.guard = term_and(l->t, e.guard, edge_before(l, &e, l->points.at[to].label));
    return e;
}

static void edge_free(LeapEdge *e) {
    vec_free(&e->var);
    vec_free(&e->value);
}

// Where on the piece an input that takes turns is asked for; no term: nowhere.
static Term asks_in_turn(const Leap *l, uint32_t cut, uint32_t turn) {
    const Block *b = &l->pc->block[cut];
    Term asks = { 0 };
    for (uint32_t k = 0; k < b->steps.count; k++)
        for (uint32_t i = 0; b->steps.at[k].value.id && i < l->inputs.count; i++)
            if (l->choice.at[i].n > 1 && term_same(l->inputs.at[i], b->steps.at[k].value)) {
                Term enabled = chosen(l, b->steps.at[k].enabled, turn);
                asks = asks.id ? term_or(l->t, asks, enabled) : enabled;
            }
    return asks;
}

static void add_edge(Builder *b, uint32_t cut, uint32_t from, uint32_t to, Term when) {
    Leap *l = b->l;
    LeapEdge e = build_edge(l, cut, from, to, false), f = build_edge(l, cut, from, to, true);
    e.guard = term_and(l->t, e.guard, when);
    if (term_op(l->t, e.guard) == OP_FALSE && term_op(l->t, f.guard) == OP_FALSE) {
        edge_free(&e);
        edge_free(&f);
        return;
    }
    vec_push(&l->points.at[from].out, l->edges.count);
    vec_push(&l->edges, e);
    vec_push(&l->free, f);
}

static bool can_arrive(Builder *b, uint32_t cut, uint32_t from, Term label) {
    Leap *l = b->l;
    const Block *block = &l->pc->block[cut];
    VecTerm var = { 0 }, value = { 0 };
    for (uint32_t i = 0; i < block->changes.count; i++) {
        vec_push(&var, block_changed(l->pc->blocks, block, i));
        vec_push(&value, block->changes.at[i].value);
    }
    Term parts[3] = { leap_invariant(l, from), block->guard,
                      term_substitute(l->t, label, var.count, var.at, value.at) };
    bool can = !b->check || leap_possible(l, term_and_n(l->t, 3, parts));
    vec_free(&var);
    vec_free(&value);
    return can;
}

// To each label of the cutpoint that the edge can arrive at.
static void add_edges_of(Builder *b, uint32_t cut, uint32_t from, uint32_t turn, Term when) {
    Leap *l = b->l;
    uint32_t to = l->pc->graph->edges.at[cut].to, set = splits(b, to);
    for (uint32_t values = 0; values < 1u << l->predicates.count && l->points.count < MOST_POINTS; values++)
        if (!(values & ~set) && can_arrive(b, cut, from, label_of(l, set, values)))
            add_edge(b, cut, from, point_for(b, to, values, turn), when);
}

static void add_out(Builder *b, uint32_t from) {
    Leap *l = b->l;
    uint32_t turn = l->points.at[from].turn;
    const VecU32 *out = &l->pc->graph->points.at[l->points.at[from].cut].out;
    for (uint32_t i = 0; i < out->count; i++) {
        uint32_t cut = out->at[i];
        if (!l->pc->block[cut].guard.id)
            continue;
        Term asks = b->turns > 1 ? asks_in_turn(l, cut, turn) : (Term){ 0 };
        if (asks.id)
            add_edges_of(b, cut, from, (turn + 1) % b->turns, asks);
        Term rest = asks.id ? term_not(l->t, asks) : term_true(l->t);
        if (term_op(l->t, rest) != OP_FALSE)
            add_edges_of(b, cut, from, turn, rest);
    }
}

// ---- components ----
bool *leap_in_loops(const CutGraph *g) {
    uint32_t n;
    uint32_t *component = digraph_components(&g->graph, &n);
    bool *loop = base_alloc((n + 2) * sizeof *loop), *in = base_alloc((g->points.count + 1) * sizeof *in);
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (component[g->edges.at[i].from] == component[g->edges.at[i].to])
            loop[component[g->edges.at[i].from]] = true;
    for (uint32_t p = 0; p < g->points.count; p++)
        in[p] = loop[component[p]];
    free(component);
    free(loop);
    return in;
}

static void find_loops(Leap *l) {
    VecU32 from = { 0 }, to = { 0 };
    uint32_t n;
    for (uint32_t i = 0; i < l->edges.count; i++)
        if (term_op(l->t, l->edges.at[i].guard) != OP_FALSE) {
            vec_push(&from, l->edges.at[i].from);
            vec_push(&to, l->edges.at[i].to);
        }
    Digraph g = digraph_new(l->points.count, from.count, from.at, to.at);
    l->component = digraph_components(&g, &n);
    l->is_loop = base_alloc((n + 2) * sizeof *l->is_loop);
    for (uint32_t i = 0; i < from.count; i++)
        if (l->component[from.at[i]] == l->component[to.at[i]])
            l->is_loop[l->component[from.at[i]]] = true;
    digraph_free(&g);
    vec_free(&from);
    vec_free(&to);
}

void leap_unbuild(Leap *l) {
    for (uint32_t i = 0; i < l->edges.count; i++) {
        edge_free(&l->edges.at[i]);
        edge_free(&l->free.at[i]);
    }
    for (uint32_t i = 0; i < l->points.count; i++)
        vec_free(&l->points.at[i].out);
    vec_free(&l->edges);
    vec_free(&l->free);
    vec_free(&l->points);
    map_free(&l->point_of);
    free(l->component);
    free(l->is_loop);
    l->component = NULL;
    l->is_loop = NULL;
}

void leap_build(Leap *l) {
    Builder b = { .l = l, .turns = 1 };
    assert(l->choice.count == l->inputs.count && l->predicates.count < 16);
    leap_unbuild(l);
    for (uint32_t i = 0; i < l->choice.count; i++)
        b.turns = l->choice.at[i].n > b.turns ? l->choice.at[i].n : b.turns;
    b.check = l->predicates.count > 0;
    point_for(&b, l->pc->graph->entry, 0, 0);
    for (uint32_t i = 0; i < b.todo.count; i++)
        add_out(&b, b.todo.at[i]);
    assert(l->points.at[0].cut == l->pc->graph->entry && l->edges.count == l->free.count);
    find_loops(l);
    vec_free(&b.todo);
}
