// box_set.c - boxes in and out of diagrams
#include "domain/box_set.h"

enum { MOST_BOXES = 128 };

// Control states first, those with most values before others.
static void find_levels(BoxSets *b) {
    uint32_t n = b->proc->state.count;
    b->level_of = base_alloc((n + 1) * sizeof *b->level_of);
    b->slot_at = base_alloc((n + 1) * sizeof *b->slot_at);
    for (uint32_t s = 0; s < n; s++) {
        uint32_t at = s;
        for (; at > 0 && b->shape.constants[b->slot_at[at - 1]] < b->shape.constants[s]; at--)
            b->slot_at[at] = b->slot_at[at - 1];
        b->slot_at[at] = s;
    }
    for (uint32_t i = 0; i < n; i++)
        b->level_of[b->slot_at[i]] = i;
}

BoxSets *box_sets_new(Procedure *proc) {
    BoxSets *b = base_alloc(sizeof *b);
    *b = (BoxSets){
        .boxer = boxer_new(proc), .proc = proc, .t = proc->t, .d = diagrams_new(), .shape = shape_find(proc)
    };
    find_levels(b);
    return b;
}

void box_sets_free(BoxSets *b) {
    boxer_free(b->boxer);
    diagrams_free(b->d);
    shape_free(&b->shape);
    free(b->level_of);
    free(b->slot_at);
    map_free(&b->formula_of);
    free(b);
}

// ---- keys ----
static uint32_t width_of(const BoxSets *b, uint32_t slot) {
    return sort_width(b->t, term_sort(b->t, b->proc->state.at[slot]));
}

static bool is_signed(const BoxSets *b, uint32_t slot) {
    return !b->shape.is_unsigned[slot] && sort_kind(b->t, term_sort(b->t, b->proc->state.at[slot])) == SORT_BV;
}

static uint64_t flip(const BoxSets *b, uint32_t slot) { // the bit that turns values into keys
    return is_signed(b, slot) ? (uint64_t)1 << (width_of(b, slot) - 1) : 0;
}

static uint64_t last_key(const BoxSets *b, uint32_t slot) {
    return UINT64_MAX >> (64 - width_of(b, slot));
}

static Range keys_range(const BoxSets *b, uint32_t slot, uint64_t first, uint64_t last) {
    Wide shift = is_signed(b, slot) ? (Wide)1 << (width_of(b, slot) - 1) : 0;
    return range_of_span(width_of(b, slot), (Span){ (Wide)first - shift, (Wide)last - shift });
}

// ---- boxes in and out of diagrams ----
// Adds the keys from 'first' to 'last' to pieces that end before them.
static void add_keys(VecPiece *pieces, uint64_t first, uint64_t last) {
    if (first > 0)
        vec_push(pieces, (Piece){ first - 1, DIAGRAM_NONE });
    vec_push(pieces, (Piece){ last, DIAGRAM_ALL });
}

Diagram set_of_range(BoxSets *b, uint32_t slot, Range r) {
    VecPiece pieces = { 0 };
    uint32_t first_half = is_signed(b, slot) ? 1 : 0;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t half = i ^ first_half;
        if (r.half[half].lo > r.half[half].hi)
            continue;
        uint64_t first = r.half[half].lo ^ flip(b, slot), last = r.half[half].hi ^ flip(b, slot);
        if (pieces.count && vec_last(&pieces).last + 1 == first)
            vec_last(&pieces).last = last; // the two intervals touch
        else
            add_keys(&pieces, first, last);
    }
    if (pieces.count && vec_last(&pieces).last == last_key(b, slot))
        vec_last(&pieces).last = UINT64_MAX;
    else
        vec_push(&pieces, (Piece){ UINT64_MAX, DIAGRAM_NONE });
    Diagram f = diagram_of_pieces(b->d, b->level_of[slot], pieces.count, pieces.at);
    vec_free(&pieces);
    return f;
}

Diagram set_of_box(BoxSets *b, const Box *box) {
    Diagram f = box->none ? DIAGRAM_NONE : DIAGRAM_ALL;
    for (uint32_t i = 0; i < box->count; i++)
        f = diagram_and(b->d, f, set_of_range(b, box->bounds[i].slot, box->bounds[i].range));
    return f;
}

static int by_slot(const void *a, const void *b) {
    const Bound *x = a, *y = b;
    return x->slot < y->slot ? -1 : x->slot > y->slot;
}

static const Box *box_of_way(BoxSets *b, const VecBound *way) {
    VecBound sorted = { 0 };
    for (uint32_t i = 0; i < way->count; i++)
        vec_push(&sorted, way->at[i]);
    if (sorted.count)
        qsort(sorted.at, sorted.count, sizeof *sorted.at, by_slot);
    const Box *box = box_make(b->boxer, sorted.count, sorted.at);
    vec_free(&sorted);
    return box;
}

static void add_boxes(BoxSets *b, Diagram f, VecBound *way, VecBox *out) {
    if (f == DIAGRAM_ALL)
        vec_push(out, box_of_way(b, way));
    if (f <= DIAGRAM_ALL)
        return;
    uint32_t level = diagram_variable(b->d, f), slot = b->slot_at[level];
    VecPiece pieces = { 0 };
    uint64_t first = 0;
    diagram_pieces(b->d, f, level, &pieces);
    for (uint32_t i = 0; i < pieces.count; i++) {
        uint64_t last = i + 1 < pieces.count ? pieces.at[i].last : last_key(b, slot);
        vec_push(way, (Bound){ slot, keys_range(b, slot, first, last) });
        add_boxes(b, pieces.at[i].rest, way, out);
        way->count--;
        first = last + 1;
    }
    vec_free(&pieces);
}

void set_boxes(BoxSets *b, Diagram f, VecBox *out) {
    VecBound way = { 0 };
    add_boxes(b, f, &way, out);
    vec_free(&way);
}

// ---- the box around a set ----
typedef struct Hull {
    BoxSets *b;
    Range *ranges; // by slot
    Map seen;
    VecU32 todo;
} Hull;

// From the level after a test down to f: variables in between may have any value.
static void go_to(Hull *h, uint32_t level, Diagram f) {
    uint32_t to = f == DIAGRAM_ALL ? h->b->proc->state.count : diagram_variable(h->b->d, f);
    for (; level < to; level++)
        if (box_fits(h->b->boxer, h->b->slot_at[level]))
            h->ranges[h->b->slot_at[level]] = range_top(width_of(h->b, h->b->slot_at[level]));
    if (f != DIAGRAM_ALL && !map_find(&h->seen, f)) {
        map_put(&h->seen, f, 1);
        vec_push(&h->todo, f);
    }
}

static void look_at_pieces(Hull *h, Diagram f, VecPiece *pieces) {
    uint32_t level = diagram_variable(h->b->d, f), slot = h->b->slot_at[level];
    uint64_t first = 0;
    diagram_pieces(h->b->d, f, level, pieces);
    for (uint32_t i = 0; i < pieces->count; i++) {
        uint64_t last = i + 1 < pieces->count ? pieces->at[i].last : last_key(h->b, slot);
        if (pieces->at[i].rest != DIAGRAM_NONE) {
            h->ranges[slot] = range_join(h->ranges[slot], keys_range(h->b, slot, first, last));
            go_to(h, level + 1, pieces->at[i].rest);
        }
        first = last + 1;
    }
}

const Box *set_hull(BoxSets *b, Diagram f) {
    uint32_t n = b->proc->state.count;
    Hull h = { .b = b, .ranges = base_alloc((n + 1) * sizeof *h.ranges) };
    VecPiece pieces = { 0 };
    VecBound bounds = { 0 };
    if (f == DIAGRAM_NONE) {
        free(h.ranges);
        return box_none(b->boxer);
    }
    for (uint32_t s = 0; s < n; s++)
        h.ranges[s] = range_none();
    go_to(&h, 0, f);
    while (h.todo.count)
        look_at_pieces(&h, vec_pop(&h.todo), &pieces);
    for (uint32_t s = 0; s < n; s++)
        if (box_fits(b->boxer, s))
            vec_push(&bounds, (Bound){ s, h.ranges[s] });
    const Box *box = box_make(b->boxer, bounds.count, bounds.at);
    vec_free(&bounds);
    vec_free(&pieces);
    vec_free(&h.todo);
    map_free(&h.seen);
    free(h.ranges);
    return box;
}

// ---- limits ----
static bool is_small(const BoxSets *b, Diagram f) {
    return diagram_boxes(b->d, f, MOST_BOXES + 1) <= MOST_BOXES;
}

static Diagram around(BoxSets *b, Diagram f) {
    return set_of_box(b, set_hull(b, f));
}

Diagram set_limit(BoxSets *b, Diagram f) {
    if (is_small(b, f))
        return f;
    VecPiece pieces = { 0 };
    uint32_t level = diagram_variable(b->d, f);
    diagram_pieces(b->d, f, level, &pieces);
    for (uint32_t i = 0; i < pieces.count; i++)
        pieces.at[i].rest = around(b, pieces.at[i].rest);
    Diagram g = diagram_of_pieces(b->d, level, pieces.count, pieces.at);
    vec_free(&pieces);
    return is_small(b, g) ? g : around(b, f);
}

Diagram set_unite(void *self, Diagram f, Diagram g) {
    BoxSets *b = self;
    return set_limit(b, diagram_or(b->d, f, g));
}

// ---- formulas ----
static Term test_formula(BoxSets *b, Diagram f) {
    uint32_t slot = b->slot_at[diagram_variable(b->d, f)];
    Term x = b->proc->state.at[slot];
    if (sort_kind(b->t, term_sort(b->t, x)) == SORT_BOOL)
        return term_not(b->t, x); // the only test is against false
    Term bound = term_bv(b->t, diagram_key(b->d, f) ^ flip(b, slot), width_of(b, slot));
    return term_2(b->t, is_signed(b, slot) ? OP_BV_SLE : OP_BV_ULE, x, bound);
}

static Term known_formula(BoxSets *b, Diagram f) {
    return f <= DIAGRAM_ALL ? term_bool(b->t, f == DIAGRAM_ALL) : (Term){ map_find(&b->formula_of, f) };
}

// Is there one key of the variable that goes to another place than those around it?  Then the test
// is an equation: x is 5, else what holds for 4 and 6.
static bool is_equation(const BoxSets *b, Diagram f) {
    Diagram high = diagram_high(b->d, f);
    return diagram_variable(b->d, high) == diagram_variable(b->d, f) &&
           diagram_key(b->d, high) == diagram_key(b->d, f) + 1;
}

static Term node_formula(BoxSets *b, Diagram f, Term low, Term high) {
    Diagram next = diagram_high(b->d, f);
    if (!is_equation(b, f))
        return term_ite(b->t, test_formula(b, f), low, high);
    uint32_t slot = b->slot_at[diagram_variable(b->d, f)];
    Term only = term_bv(b->t, diagram_key(b->d, next) ^ flip(b, slot), width_of(b, slot));
    Term is_only = term_eq(b->t, b->proc->state.at[slot], only), there = known_formula(b, diagram_low(b->d, next));
    Term above = known_formula(b, diagram_high(b->d, next));
    Term elsewhere = term_same(low, above) ? low : term_ite(b->t, test_formula(b, f), low, above);
    return term_ite(b->t, is_only, there, elsewhere);
}

Term set_formula(BoxSets *b, Diagram set) {
    VecU32 todo = { 0 };
    vec_push(&todo, set);
    while (todo.count) {
        Diagram f = vec_last(&todo);
        Term low, high;
        if (known_formula(b, f).id) {
            todo.count--;
        } else if (!(low = known_formula(b, diagram_low(b->d, f))).id) {
            vec_push(&todo, diagram_low(b->d, f));
        } else if (!(high = known_formula(b, diagram_high(b->d, f))).id) {
            vec_push(&todo, diagram_high(b->d, f));
        } else {
            map_put(&b->formula_of, f, node_formula(b, f, low, high).id);
            todo.count--;
        }
    }
    vec_free(&todo);
    return known_formula(b, set);
}
