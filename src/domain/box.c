// box.c - intervals
//
// P. Cousot, R. Cousot, "Static Determination of Dynamic Properties of Programs", 1976, for
// machine integers.  The post along a block is first computed by a walk through its guard and values
// (ranges.h), then made as small as the solver can prove (extent.h): where it answers, the result
// is the least box, as in Y. Li et al., "Symbolic Optimization with SMT Solvers", POPL 2014.
#include "domain/box.h"
#include "domain/extent.h"

enum {
    FUEL = 60000,         // of a walk, in terms
    MOST_COST = 20000,    // of a formula for the solver: about as many terms
    FLOAT_COST = 1000,    // of an operation on floats, whose circuits the solver does not count as steps
    PRODUCT_COST = 8,     // of a product or quotient, for each bit
    RESOURCES = 120000,   // of the solver, a question
    ALPHA_QUESTIONS = 60, // about one formula
};

// ---- boxes ----
Boxer *boxer_new(Procedure *proc) {
    Boxer *b = base_alloc(sizeof *b);
    *b = (Boxer){ .proc = proc, .t = proc->t, .arena = arena_new() };
    b->smt = smt_new(proc->t, (SmtLimits){ .resources = RESOURCES });
    b->after = base_alloc((proc->state.count + 1) * sizeof *b->after);
    for (uint32_t i = 0; i < proc->state.count; i++)
        b->after[i] = proc->state.at[i];
    return b;
}

void boxer_free(Boxer *b) {
    if (!b)
        return;
    smt_free(b->smt);
    arena_free(b->arena);
    vec_free(&b->reset);
    map_free(&b->cost_of);
    free(b->after);
    free(b);
}

static uint32_t width_of(const Boxer *b, uint32_t slot) {
    return sort_width(b->t, term_sort(b->t, b->proc->state.at[slot]));
}

bool box_fits(const Boxer *b, uint32_t slot) {
    return range_fits(b->t, term_sort(b->t, b->proc->state.at[slot]));
}

const Box *box_none(Boxer *b) {
    Box *box = arena_alloc(b->arena, sizeof *box);
    box->none = true;
    return box;
}

const Box *box_make(Boxer *b, uint32_t n, const Bound bounds[]) {
    Bound *kept = arena_array(b->arena, Bound, n);
    Box *box = arena_alloc(b->arena, sizeof *box);
    for (uint32_t i = 0; i < n; i++) {
        if (range_is_none(bounds[i].range))
            return box_none(b);
        if (!range_is_top(width_of(b, bounds[i].slot), bounds[i].range))
            kept[box->count++] = bounds[i];
    }
    box->bounds = kept;
    return box;
}

const Box *box_top(Boxer *b) {
    return box_make(b, 0, NULL);
}

static const Bound *find_bound(const Box *box, uint32_t slot) {
    uint32_t lo = 0, hi = box->count;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (box->bounds[mid].slot == slot)
            return &box->bounds[mid];
        if (box->bounds[mid].slot < slot)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

Range box_range(const Boxer *b, const Box *box, uint32_t slot) {
    const Bound *bound = find_bound(box, slot);
    return bound ? bound->range : range_top(width_of(b, slot));
}

// Bounds of both boxes, joined or widened; a slot that is not bounded in both may have any value.
static const Box *merge(Boxer *b, const Box *x, const Box *y, bool widens) {
    if (x->none || y->none)
        return x->none ? y : x;
    VecBound out = { 0 };
    for (uint32_t i = 0; i < x->count; i++) {
        const Bound *other = find_bound(y, x->bounds[i].slot);
        uint32_t slot = x->bounds[i].slot, width = width_of(b, slot);
        if (!other)
            continue;
        Range range = widens ? range_widen(width, x->bounds[i].range, other->range)
                             : range_join(x->bounds[i].range, other->range);
        vec_push(&out, (Bound){ slot, range });
    }
    const Box *box = box_make(b, out.count, out.at);
    vec_free(&out);
    return box;
}

const Box *box_join(Boxer *b, const Box *x, const Box *y) {
    return merge(b, x, y, false);
}

const Box *box_widen(Boxer *b, const Box *x, const Box *y) {
    return merge(b, x, y, true);
}

Term box_formula(Boxer *b, const Box *box) {
    if (box->none)
        return term_false(b->t);
    VecTerm parts = { 0 };
    for (uint32_t i = 0; i < box->count; i++)
        vec_push(&parts, range_formula(b->t, b->proc->state.at[box->bounds[i].slot], box->bounds[i].range));
    Term all = term_and_n(b->t, parts.count, parts.at);
    vec_free(&parts);
    return all;
}

// ---- the solver ----
static uint32_t cost_of_node(const Terms *t, Term a) {
    Op op = term_op(t, a);
    if (op >= OP_FP_ADD && op <= OP_FP_TO_BITS)
        return FLOAT_COST;
    bool product = op == OP_BV_MUL || op == OP_BV_UDIV || op == OP_BV_UREM || op == OP_BV_SDIV || op == OP_BV_SREM;
    return product ? PRODUCT_COST * sort_width(t, term_sort(t, a)) : 1;
}

// Of all its terms, each once; no more than MOST_COST + 1.
static uint32_t cost_of(Boxer *b, Term formula) {
    Terms *t = b->t;
    uint32_t known = map_find(&b->cost_of, formula.id);
    if (known)
        return known;
    VecTerm todo = { 0 };
    Map seen = { 0 };
    uint32_t cost = 0;
    vec_push(&todo, formula);
    while (todo.count && cost <= MOST_COST) {
        Term a = vec_pop(&todo);
        if (map_find(&seen, a.id))
            continue;
        map_put(&seen, a.id, 1);
        cost += cost_of_node(t, a);
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            vec_push(&todo, term_arg(t, a, i));
    }
    map_free(&seen);
    vec_free(&todo);
    cost = cost > MOST_COST ? MOST_COST + 1 : cost;
    map_put(&b->cost_of, formula.id, cost);
    return cost;
}

bool boxer_is_hard(Boxer *b, Term a) {
    return cost_of(b, a) > MOST_COST;
}

static void assert_guard(Boxer *b, Term guard) {
    if (b->guard.id)
        smt_pop(b->smt);
    b->guard = guard;
    smt_push(b->smt);
    if (!boxer_is_hard(b, guard))
        smt_assert(b->smt, guard);
}

Smt *boxer_session(Boxer *b, Term guard, Term label) {
    if (!b->guard.id || !term_same(b->guard, guard))
        assert_guard(b, guard);
    if (cost_of(b, guard) + cost_of(b, label) > MOST_COST)
        return NULL;
    smt_push(b->smt);
    smt_assert(b->smt, label);
    return b->smt;
}

void boxer_leave(Boxer *b) {
    smt_pop(b->smt);
}

typedef struct Candidate { // a value whose range is to shrink
    Term value;
    Range *range;
} Candidate;
typedef VEC(Candidate) VecCandidate;

static Term as_bits(Terms *t, Term a) {
    bool is_bool = sort_kind(t, term_sort(t, a)) == SORT_BOOL;
    return is_bool ? term_ite(t, a, term_bv(t, 1, 1), term_bv(t, 0, 1)) : a;
}

// The span of a candidate in one order.  False: it need not be looked at.  With numbers of one sign only, both
// orders are the same; and that numbers of both signs are neither next to 0 nor to -1 is only confirmed.
static bool span_to_shrink(uint32_t width, Range r, bool is_signed, Span *out) {
    Span s = range_span(width, r, true);
    *out = range_span(width, r, is_signed);
    if (is_signed)
        return s.lo < s.hi;
    Span all = range_span(width, range_top(width), false);
    return s.lo < 0 && s.hi >= 0 && (out->lo > all.lo || out->hi < all.hi);
}

static bool shrink_in_order(Smt *smt, const VecCandidate *c, bool is_signed, uint32_t *questions) {
    Terms *t = smt_terms(smt);
    VEC(Extent) extents = { 0 };
    VecU32 whose = { 0 };
    for (uint32_t i = 0; i < c->count; i++) {
        Term value = as_bits(t, c->at[i].value);
        Span s;
        if (!span_to_shrink(sort_width(t, term_sort(t, value)), *c->at[i].range, is_signed, &s))
            continue;
        vec_push(&extents, extent_new(value, is_signed, s));
        vec_push(&whose, i);
    }
    bool possible = (!is_signed && extents.count == 0) || extents_shrink(smt, extents.count, extents.at, questions);
    for (uint32_t i = 0; i < extents.count && possible; i++) {
        Range *range = c->at[whose.at[i]].range;
        *range =
            range_meet(*range, range_of_span(sort_width(t, term_sort(t, extents.at[i].value)), extents.at[i].span));
    }
    vec_free(&extents);
    vec_free(&whose);
    return possible;
}

// False: there is no state.
static bool shrink(Smt *smt, const VecCandidate *c, uint32_t *questions) {
    if (!shrink_in_order(smt, c, true, questions))
        return false;
    shrink_in_order(smt, c, false, questions);
    return true;
}

// ---- walks ----
Ranges boxer_ranges(Boxer *b, const Box *box, Term formula) {
    Ranges r = ranges_new(b->t, FUEL);
    r.impossible = box->none;
    for (uint32_t i = 0; i < box->count; i++)
        ranges_set(&r, b->proc->state.at[box->bounds[i].slot], box->bounds[i].range);
    ranges_assume(&r, formula, true);
    return r;
}

bool boxer_is_live(const Boxer *b, uint32_t point, uint32_t slot) {
    return b->proc->live[(size_t)point * b->proc->state.count + slot];
}

static const Box *read_box(Boxer *b, VecBound *bounds, bool possible) {
    const Box *box = possible ? box_make(b, bounds->count, bounds->at) : box_none(b);
    vec_free(bounds);
    return box;
}

// ---- alpha ----
// Does the walk lose nothing: is the formula a conjunction of literals of one variable each?
static bool is_plain(Terms *t, Term formula) {
    VecTerm atoms = { 0 }, vars = { 0 };
    bool plain = true;
    term_atoms(t, formula, &atoms);
    for (uint32_t i = 0; i < atoms.count && plain; i++) {
        vars.count = 0;
        term_vars(t, atoms.at[i], &vars);
        plain = vars.count <= 1 && term_size(t, atoms.at[i]) <= 3;
    }
    vec_free(&atoms);
    vec_free(&vars);
    return plain;
}

static void shrink_alpha(Boxer *b, Term formula, VecBound *bounds, bool *possible) {
    Smt *smt = is_plain(b->t, formula) ? NULL : boxer_session(b, term_true(b->t), formula);
    if (!smt)
        return;
    VecCandidate c = { 0 };
    uint32_t questions = ALPHA_QUESTIONS;
    for (uint32_t i = 0; i < bounds->count; i++)
        vec_push(&c, (Candidate){ b->proc->state.at[bounds->at[i].slot], &bounds->at[i].range });
    *possible = shrink(smt, &c, &questions);
    boxer_leave(b);
    vec_free(&c);
}

const Box *box_alpha(Boxer *b, uint32_t point, Term formula) {
    formula = block_before(b->proc->blocks, formula);
    Ranges r = boxer_ranges(b, box_top(b), formula);
    VecBound bounds = { 0 };
    VecTerm vars = { 0 };
    bool possible = !r.impossible;
    Map occurs = { 0 };
    term_vars(b->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        map_put(&occurs, vars.at[i].id, 1);
    for (uint32_t s = 0; s < b->proc->state.count && possible; s++)
        if (boxer_is_live(b, point, s) && box_fits(b, s) && map_find(&occurs, b->proc->state.at[s].id))
            vec_push(&bounds, (Bound){ s, ranges_get(&r, b->proc->state.at[s]) });
    if (possible)
        shrink_alpha(b, formula, &bounds, &possible);
    ranges_free(&r);
    map_free(&occurs);
    vec_free(&vars);
    return read_box(b, &bounds, possible);
}

// ---- post ----
static void set_after(Boxer *b, Term variable, Term value) {
    uint32_t slot = map_find(&b->proc->slot_of, variable.id);
    if (!slot)
        return;
    b->after[slot - 1] = value;
    vec_push(&b->reset, slot - 1);
}

void boxer_enter_block(Boxer *b, uint32_t cut) {
    const Block *block = &b->proc->block[cut];
    assert(cut < b->proc->graph->edges.count && block->guard.id);
    while (b->reset.count) {
        uint32_t slot = vec_pop(&b->reset);
        b->after[slot] = b->proc->state.at[slot];
    }
    for (uint32_t i = 0; i < block->changes.count; i++)
        set_after(b, block_changed(b->proc->blocks, block, i), block->changes.at[i].value);
    for (uint32_t i = 0; i < block->forgotten.count; i++)
        set_after(b, var_term(b->proc->p, block->forgotten.at[i]), (Term){ 0 });
}

// The ranges of all that matters after the block, by the walk.
static void walk_post(Boxer *b, Ranges *r, const Box *box, uint32_t to, VecBound *out) {
    for (uint32_t s = 0; s < b->proc->state.count; s++) {
        Term value = b->after[s];
        if (!value.id || !boxer_is_live(b, to, s) || !box_fits(b, s))
            continue;
        bool known = map_find(&r->place_of, value.id) || find_bound(box, s);
        if (term_same(value, b->proc->state.at[s]) && !known)
            continue; // any value before, and nothing asked of it
        vec_push(out, (Bound){ s, ranges_evaluate_cases(r, value) });
    }
}

// A variable that the condition does not speak of has all values of its range.
static void add_candidates(Boxer *b, Term condition, VecBound *bounds, VecCandidate *out) {
    VecTerm vars = { 0 };
    Map occurs = { 0 };
    term_vars(b->t, condition, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        map_put(&occurs, vars.at[i].id, 1);
    for (uint32_t i = 0; i < bounds->count; i++) {
        Term value = b->after[bounds->at[i].slot];
        uint64_t only;
        bool exact = term_op(b->t, value) == OP_VAR && !map_find(&occurs, value.id);
        if (!exact && !range_is_const(bounds->at[i].range, &only) && !boxer_is_hard(b, value))
            vec_push(out, (Candidate){ value, &bounds->at[i].range });
    }
    vec_free(&vars);
    map_free(&occurs);
}

static bool shrink_post(Boxer *b, const Box *box, Term also, Term guard, VecBound *bounds) {
    Smt *smt = boxer_session(b, guard, term_and(b->t, box_formula(b, box), also));
    if (!smt)
        return true;
    VecCandidate c = { 0 };
    add_candidates(b, term_and(b->t, guard, also), bounds, &c);
    bool possible = shrink(smt, &c, &b->questions);
    boxer_leave(b);
    vec_free(&c);
    return possible;
}

static bool all_possible(const VecBound *bounds) {
    for (uint32_t i = 0; i < bounds->count; i++)
        if (range_is_none(bounds->at[i].range))
            return false;
    return true;
}

const Box *box_post(Boxer *b, const Box *box, Term also, uint32_t cut) {
    Term guard = b->proc->block[cut].guard;
    if (box->none)
        return box;
    VecBound bounds = { 0 };
    Ranges r = boxer_ranges(b, box, also);
    ranges_assume(&r, guard, true);
    bool possible = !r.impossible;
    boxer_enter_block(b, cut);
    if (possible)
        walk_post(b, &r, box, b->proc->graph->edges.at[cut].to, &bounds);
    possible = possible && all_possible(&bounds) && shrink_post(b, box, also, guard, &bounds);
    ranges_free(&r);
    return read_box(b, &bounds, possible);
}

// ---- the domain ----
static const Element *element(const Box *box) {
    return (const Element *)box;
}

static const Box *box_of(const Element *a) {
    return (const Box *)a;
}

static void *open(Procedure *proc) {
    return boxer_new(proc);
}

static void close(void *self) {
    boxer_free(self);
}

static const Element *top(void *self) {
    return element(box_top(self));
}

static const Element *bottom(void *self) {
    return element(box_none(self));
}

static const Element *join(void *self, const Element *a, const Element *b) {
    return element(box_join(self, box_of(a), box_of(b)));
}

static const Element *widen(void *self, const Element *a, const Element *b) {
    return element(box_widen(self, box_of(a), box_of(b)));
}

static const Element *alpha(void *self, uint32_t point, Term formula) {
    return element(box_alpha(self, point, formula));
}

static Term gamma_of(void *self, const Element *a) {
    return box_formula(self, box_of(a));
}

static const Element *post(void *self, const Element *a, uint32_t cut) {
    Boxer *b = self;
    b->questions = BOX_QUESTIONS;
    return element(box_post(self, box_of(a), term_true(b->t), cut));
}

const Domain domain_box = {
    .name = "box",
    .summary = "an interval for each variable",
    .open = open,
    .close = close,
    .top = top,
    .bottom = bottom,
    .join = join,
    .widen = widen,
    .alpha = alpha,
    .gamma = gamma_of,
    .post = post,
};
