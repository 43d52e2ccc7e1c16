// heaps_match.c - is each state of one symbolic heap in the set of another?
//
// Nodes of 's' are given to the nodes of 't': one object to each object, a chain of objects and segments to each
// segment.  No node is given twice.  Beginning with the variables of 't', each value of 't' must hold of the value in
// its place in 's'; a pointer to a node that has nothing yet gets what the pointer in 's' is to.  How long a chain is
// is tried.  At the end each node of 't' must have something, and where 't' counts the objects all of 's' must be
// given.
#include "answer/check/heaps_inside.h"

enum { NOTHING = UINT32_MAX, MOST_TRIES = 20000 };

typedef struct Pair { // t's value must hold of s's
    HeapValue t, s;
} Pair;
typedef VEC(Pair) Pairs;

typedef struct Match {
    const Program *p;
    const Heap *s, *t;
    VecU32 first, last; // per node of t: the nodes of s that it begins and ends with, or NOTHING
    VecU32 used;        // per node of s
    Pairs work, later;  // later: of a LAST
    uint32_t *tries;
} Match;

static void copy_numbers(VecU32 *to, const VecU32 *from) {
    for (uint32_t i = 0; i < from->count; i++)
        vec_push(to, from->at[i]);
}

static Match copy(const Match *m) {
    Match c = *m;
    c.first = c.last = c.used = (VecU32){ 0 };
    c.work = c.later = (Pairs){ 0 };
    copy_numbers(&c.first, &m->first);
    copy_numbers(&c.last, &m->last);
    copy_numbers(&c.used, &m->used);
    for (uint32_t i = 0; i < m->work.count; i++)
        vec_push(&c.work, m->work.at[i]);
    for (uint32_t i = 0; i < m->later.count; i++)
        vec_push(&c.later, m->later.at[i]);
    return c;
}

static void release(Match *m) {
    vec_free(&m->first);
    vec_free(&m->last);
    vec_free(&m->used);
    vec_free(&m->work);
    vec_free(&m->later);
}

static bool solve(Match *m);

static uint32_t word(const Match *m) {
    return m->p->pointer_bits / 8;
}

static void demand(Match *m, HeapValue t, HeapValue s) {
    if (t.kind != HEAP_ANY)
        vec_push(&m->work, ((Pair){ t, s }));
}

// ---- objects ----
static void demand_cells(Match *m, const HeapNode *t, const HeapNode *s) {
    for (uint32_t i = 0; i < t->cells.count; i++) {
        const HeapCell *c = &t->cells.at[i];
        demand(m, c->value, heap_cell(s, c->offset, c->bytes));
    }
}

static bool give(Match *m, uint32_t t, uint32_t s) {
    const HeapNode *nt = &m->t->nodes.at[t], *ns = &m->s->nodes.at[s];
    if (m->first.at[t] != NOTHING)
        return m->first.at[t] == s;
    if (m->used.at[s] || nt->kind != ns->kind || nt->object != ns->object || nt->size > ns->size)
        return false;
    m->first.at[t] = m->last.at[t] = s;
    m->used.at[s] = 1;
    demand_cells(m, nt, ns);
    return true;
}

// ---- chains ----
// An object or segment of s as a part of a chain.
static bool is_link(const Match *m, const HeapNode *t, uint32_t s) {
    const HeapNode *n = &m->s->nodes.at[s];
    if (m->used.at[s] || n->size < t->size)
        return false;
    if (n->kind == NODE_HEAP)
        return true;
    bool fits = n->kind == NODE_SEGMENT && n->next == t->next && n->at == t->at;
    if (t->kind == NODE_SEGMENT && t->twice)
        fits = fits && n->twice && n->prev == t->prev;
    for (uint32_t i = 0; fits && i < n->cells.count; i++) { // their objects must not get lost
        const HeapCell *c = &n->cells.at[i];
        if (c->value.kind == HEAP_LIST)
            fits = heap_cell(t, c->offset, c->bytes).kind == HEAP_LIST;
    }
    for (uint32_t i = 0; fits && i < t->cells.count; i++) { // nor be those of one list
        HeapValue v = heap_cell(n, t->cells.at[i].offset, t->cells.at[i].bytes);
        if (t->cells.at[i].value.kind == HEAP_LIST)
            fits = v.kind == HEAP_LIST || (v.kind == HEAP_NUMBER && !v.number);
    }
    return fits;
}

static HeapValue link_next(const Match *m, const HeapNode *t, uint32_t s) {
    const HeapNode *n = &m->s->nodes.at[s];
    return n->kind == NODE_SEGMENT ? n->end : heap_cell(n, t->next, word(m));
}

static HeapValue link_prev(const Match *m, const HeapNode *t, uint32_t s) {
    const HeapNode *n = &m->s->nodes.at[s];
    return n->kind == NODE_SEGMENT ? n->begin : heap_cell(n, t->prev, word(m));
}

// The address of the last object of the link, plus 'number'.
static HeapValue link_address(const Match *m, uint32_t s, uint64_t number) {
    return (HeapValue){ m->s->nodes.at[s].kind == NODE_SEGMENT ? HEAP_LAST : HEAP_FIRST, s, number };
}

static void add_link(Match *m, const HeapNode *t, uint32_t s) {
    m->used.at[s] = 1;
    demand_cells(m, t, &m->s->nodes.at[s]);
}

// The link after 's', or NOTHING.
static uint32_t link_after(const Match *m, const HeapNode *t, uint32_t s) {
    HeapValue next = link_next(m, t, s);
    if (next.kind != HEAP_FIRST || next.number != t->at || !is_link(m, t, next.node))
        return NOTHING;
    if (t->kind == NODE_SEGMENT && t->twice && !heap_value_same(link_prev(m, t, next.node), link_address(m, s, t->at)))
        return NOTHING;
    return next.node;
}

// The chain may end with the link 's': what follows then.
static bool solve_with_end(const Match *m, uint32_t t, uint32_t s) {
    Match c = copy(m);
    const HeapNode *n = &m->t->nodes.at[t];
    c.last.at[t] = s;
    demand(&c, n->end, link_next(m, n, s));
    bool solved = solve(&c);
    release(&c);
    return solved;
}

// Gives the segment a chain that begins with 's', and solves all that is left.
static bool solve_chain(const Match *m, uint32_t t, uint32_t s) {
    const HeapNode *n = &m->t->nodes.at[t];
    if (!is_link(m, n, s))
        return false;
    Match c = copy(m);
    bool solved = false;
    c.first.at[t] = s;
    if (n->twice)
        demand(&c, n->begin, link_prev(m, n, s));
    add_link(&c, n, s);
    while (!(solved = solve_with_end(&c, t, s)) && *c.tries < MOST_TRIES) {
        s = link_after(&c, n, s);
        if (s == NOTHING)
            break;
        add_link(&c, n, s);
    }
    release(&c);
    return solved;
}

// The same from the end: of a segment that is linked twice, and that is spoken of by its last object only.
static uint32_t link_before(const Match *m, const HeapNode *t, uint32_t s) {
    HeapValue prev = link_prev(m, t, s), back = { HEAP_FIRST, s, t->at };
    if (!heap_is_pointer(prev) || !is_link(m, t, prev.node) ||
        !heap_value_same(prev, link_address(m, prev.node, t->at)) || !heap_value_same(link_next(m, t, prev.node), back))
        return NOTHING;
    return prev.node;
}

static bool solve_with_beginning(const Match *m, uint32_t t, uint32_t s) {
    Match c = copy(m);
    const HeapNode *n = &m->t->nodes.at[t];
    c.first.at[t] = s;
    demand(&c, n->begin, link_prev(m, n, s));
    bool solved = solve(&c);
    release(&c);
    return solved;
}

static bool solve_chain_back(const Match *m, uint32_t t, HeapValue last, uint64_t number) {
    const HeapNode *n = &m->t->nodes.at[t];
    if (!n->twice || !heap_is_pointer(last) || !is_link(m, n, last.node) ||
        !heap_value_same(last, link_address(m, last.node, number)))
        return false;
    Match c = copy(m);
    bool solved = false;
    uint32_t s = last.node;
    c.last.at[t] = s;
    demand(&c, n->end, link_next(m, n, s));
    add_link(&c, n, s);
    while (!(solved = solve_with_beginning(&c, t, s)) && *c.tries < MOST_TRIES) {
        s = link_before(&c, n, s);
        if (s == NOTHING)
            break;
        add_link(&c, n, s);
    }
    release(&c);
    return solved;
}

// ---- lists of their own ----
static bool same_shape(Match *m, const HeapNode *t, const HeapNode *s) {
    if (s->size < t->size || s->next != t->next || s->at != t->at)
        return false;
    demand_cells(m, t, s);
    return true;
}

// s's value is null, such a list, or the first of objects that nothing else was given.
static bool give_list(Match *m, const HeapNode *shape, HeapValue s) {
    if (s.kind == HEAP_LIST)
        return same_shape(m, shape, &m->s->nodes.at[s.node]);
    while (s.kind == HEAP_FIRST && s.number == shape->at && is_link(m, shape, s.node)) {
        add_link(m, shape, s.node);
        s = link_next(m, shape, s.node);
    }
    return s.kind == HEAP_NUMBER && !s.number;
}

// ---- the search ----
// Is it so already, or can it be made so by giving an object?  Chains are for the caller.
static bool holds(Match *m, const Pair *a) {
    HeapValue t = a->t, s = a->s;
    switch (t.kind) {
    case HEAP_ANY:
        return true;
    case HEAP_NONZERO:
        return heaps_not_zero(m->s, s);
    case HEAP_NUMBER:
        return heaps_equal(m->s, s, t) == 1;
    case HEAP_AMONG:
        return heap_set(s) && !(heap_set(s) & ~t.number);
    case HEAP_COUNT:
        return s.kind == HEAP_COUNT && s.number == t.number;
    case HEAP_LIST:
        return give_list(m, &m->t->nodes.at[t.node], s);
    case HEAP_FIRST:
        return s.kind == HEAP_FIRST && s.number == t.number && give(m, t.node, s.node);
    case HEAP_LAST:
        return m->last.at[t.node] != NOTHING && heap_value_same(s, link_address(m, m->last.at[t.node], t.number));
    }
    return false;
}

static bool is_given(const Match *m) {
    bool counts = false, all = true;
    for (uint32_t i = 0; i < m->t->nodes.count; i++) {
        const HeapNode *n = &m->t->nodes.at[i];
        bool needs = n->kind != NODE_NONE && n->kind != NODE_SHAPE && !(n->kind == NODE_GLOBAL && !n->cells.count);
        if (needs && m->first.at[i] == NOTHING)
            return false;
        for (uint32_t k = 0; k < n->cells.count; k++)
            counts |= n->cells.at[k].value.kind == HEAP_COUNT;
        counts |= n->kind == NODE_SEGMENT && (n->end.kind == HEAP_COUNT || n->begin.kind == HEAP_COUNT);
    }
    for (uint32_t i = 0; i < m->t->vars.count; i++)
        counts |= m->t->vars.at[i].value.kind == HEAP_COUNT;
    for (uint32_t i = 0; i < m->s->nodes.count; i++) {
        NodeKind k = m->s->nodes.at[i].kind;
        all &= (k != NODE_HEAP && k != NODE_SEGMENT) || m->used.at[i];
    }
    return all || !counts;
}

static bool solve(Match *m) {
    if (++*m->tries > MOST_TRIES)
        return false;
    while (m->work.count) {
        Pair a = vec_pop(&m->work);
        bool segment = a.t.kind == HEAP_FIRST && m->t->nodes.at[a.t.node].kind == NODE_SEGMENT;
        if (segment && m->first.at[a.t.node] == NOTHING)
            return a.s.kind == HEAP_FIRST && a.s.number == a.t.number && solve_chain(m, a.t.node, a.s.node);
        if (segment && m->first.at[a.t.node] != a.s.node)
            return false;
        if (segment && (a.s.kind != HEAP_FIRST || a.s.number != a.t.number))
            return false;
        if (a.t.kind == HEAP_LAST)
            vec_push(&m->later, a);
        else if (!segment && !holds(m, &a))
            return false;
    }
    for (uint32_t i = 0; i < m->later.count; i++) {
        HeapValue t = m->later.at[i].t, s = m->later.at[i].s;
        if (m->first.at[t.node] == NOTHING)
            return solve_chain_back(m, t.node, s, t.number);
        if (!holds(m, &m->later.at[i]))
            return false;
    }
    return is_given(m);
}

// Global objects are the same in both.
static bool give_globals(Match *m) {
    bool good = true;
    for (uint32_t i = 0; i < m->t->nodes.count; i++)
        for (uint32_t k = 0; k < m->s->nodes.count && m->t->nodes.at[i].kind == NODE_GLOBAL; k++)
            if (m->s->nodes.at[k].kind == NODE_GLOBAL && m->s->nodes.at[k].object == m->t->nodes.at[i].object)
                good = good && give(m, i, k);
    return good;
}

static void fill(VecU32 *v, uint32_t n, uint32_t with) {
    for (uint32_t i = 0; i < n; i++)
        vec_push(v, with);
}

bool heaps_entails(const Program *p, const Heap *s, const Heap *t) {
    uint32_t tries = 0;
    Match m = { .p = p, .s = s, .t = t, .tries = &tries };
    fill(&m.first, t->nodes.count, NOTHING);
    fill(&m.last, t->nodes.count, NOTHING);
    fill(&m.used, s->nodes.count, 0);
    for (uint32_t i = 0; i < t->vars.count; i++)
        demand(&m, t->vars.at[i].value, heap_var(s, t->vars.at[i].var));
    bool entails = give_globals(&m) && solve(&m);
    release(&m);
    return entails;
}
