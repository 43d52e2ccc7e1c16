// boxes.c - unions of boxes
//
// A. Gurfinkel, S. Chaki, "Boxes: A Symbolic Abstract Domain of Boxes", SAS 2010: a set of states is a
// decision diagram over bounds of single variables (diagram.h), so union, intersection and difference are exact.
// A variable is read with sign or without, as the program compares it; its key is the number, moved
// so that the least one is 0.
//
// The variables that the program uses as control states come first in the diagrams (shape.h), and the post of a box
// is split by the values that a piece gives them.  Of a set of more than MOST_BOXES boxes,
// the parts for each value of the first variable are replaced by the boxes around them, or all of it is.
#include "domain/box.h"
#include "domain/diagram.h"
#include "domain/shape.h"

enum {
    MOST_BOXES = 128,
    MOST_POSTS = 16,   // boxes whose posts are computed one by one
    MOST_CASES = 32,   // of a post
    MOST_CONTROLS = 1, // variables by whose values it is split
    MOST_DEPTH = 400,  // of formulas: recursion
    MOST_STEPS = 4000, // of a walk through a formula
};

struct Element {
    Diagram states;
};

typedef struct Boxes {
    Boxer *boxer;
    Pieces *pc;
    Terms *t;
    Diagrams *d;
    Shape shape;
    uint32_t *level_of; // slot -> variable of the diagrams
    uint32_t *slot_at;  // and back
    Map element_of;     // diagram -> 1 + place
    VEC(const Element *) elements;
    Map formula_of; // diagram -> term
    uint32_t steps; // left in the present walk
} Boxes;

// Control states first, those with most values before others.
static void find_levels(Boxes *b) {
    uint32_t n = b->pc->state.count;
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

static void *open(Pieces *pc) {
    Boxes *b = base_alloc(sizeof *b);
    *b = (Boxes){ .boxer = boxer_new(pc), .pc = pc, .t = pc->t, .d = diagrams_new(), .shape = shape_find(pc) };
    find_levels(b);
    return b;
}

static void close(void *self) {
    Boxes *b = self;
    boxer_free(b->boxer);
    diagrams_free(b->d);
    shape_free(&b->shape);
    free(b->level_of);
    free(b->slot_at);
    vec_free(&b->elements);
    map_free(&b->element_of);
    map_free(&b->formula_of);
    free(b);
}

static const Element *element(Boxes *b, Diagram states) {
    uint32_t at = map_find(&b->element_of, states);
    if (at)
        return b->elements.at[at - 1];
    Element *e = arena_alloc(b->boxer->arena, sizeof *e);
    e->states = states;
    vec_push(&b->elements, e);
    map_put(&b->element_of, states, b->elements.count);
    return e;
}

// ---- keys ----
static uint32_t width_of(const Boxes *b, uint32_t slot) {
    return sort_width(b->t, term_sort(b->t, b->pc->state.at[slot]));
}

static bool is_signed(const Boxes *b, uint32_t slot) {
    return !b->shape.is_unsigned[slot] && sort_kind(b->t, term_sort(b->t, b->pc->state.at[slot])) == SORT_BV;
}

static uint64_t flip(const Boxes *b, uint32_t slot) { // the bit that turns values into keys
    return is_signed(b, slot) ? (uint64_t)1 << (width_of(b, slot) - 1) : 0;
}

static uint64_t last_key(const Boxes *b, uint32_t slot) {
    return UINT64_MAX >> (64 - width_of(b, slot));
}

static Range keys_range(const Boxes *b, uint32_t slot, uint64_t first, uint64_t last) {
    Wide shift = is_signed(b, slot) ? (Wide)1 << (width_of(b, slot) - 1) : 0;
    return range_of_span(width_of(b, slot), (Span){ (Wide)first - shift, (Wide)last - shift });
}

// ---- boxes in and out of diagrams ----
// Adds the keys from 'first' to 'last' to pieces that end before them.
static void add_keys(VecPiece *pieces, uint64_t first, uint64_t last, Diagram rest) {
    if (first > 0)
        vec_push(pieces, (Piece){ first - 1, DIAGRAM_NONE });
    vec_push(pieces, (Piece){ last, rest });
}

static Diagram restrict_slot(Boxes *b, uint32_t slot, Range r, Diagram rest) {
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
            add_keys(&pieces, first, last, rest);
    }
    if (pieces.count && vec_last(&pieces).last == last_key(b, slot))
        vec_last(&pieces).last = UINT64_MAX;
    else
        vec_push(&pieces, (Piece){ UINT64_MAX, DIAGRAM_NONE });
    Diagram f = diagram_of_pieces(b->d, b->level_of[slot], pieces.count, pieces.at);
    vec_free(&pieces);
    return f;
}

static Diagram diagram_of_box(Boxes *b, const Box *box) {
    Diagram f = box->none ? DIAGRAM_NONE : DIAGRAM_ALL;
    for (uint32_t i = 0; i < box->count; i++)
        f = diagram_and(b->d, f, restrict_slot(b, box->bounds[i].slot, box->bounds[i].range, DIAGRAM_ALL));
    return f;
}

static int by_slot(const void *a, const void *b) {
    const Bound *x = a, *y = b;
    return x->slot < y->slot ? -1 : x->slot > y->slot;
}

static const Box *box_of_way(Boxes *b, const VecBound *way) {
    VecBound sorted = { 0 };
    for (uint32_t i = 0; i < way->count; i++)
        vec_push(&sorted, way->at[i]);
    if (sorted.count)
        qsort(sorted.at, sorted.count, sizeof *sorted.at, by_slot);
    const Box *box = box_make(b->boxer, sorted.count, sorted.at);
    vec_free(&sorted);
    return box;
}

typedef VEC(const Box *) VecBox;

static void add_boxes(Boxes *b, Diagram f, VecBound *way, VecBox *out) {
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

// ---- the box around a diagram ----
typedef struct Hull {
    Boxes *b;
    Range *ranges; // by slot
    Map seen;
    VecU32 todo;
} Hull;

// From the level after a test down to f: variables in between may have any value.
static void go_to(Hull *h, uint32_t level, Diagram f) {
    uint32_t to = f == DIAGRAM_ALL ? h->b->pc->state.count : diagram_variable(h->b->d, f);
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

static const Box *hull(Boxes *b, Diagram f) {
    uint32_t n = b->pc->state.count;
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

// ---- join, widening, difference ----
static bool is_small(const Boxes *b, Diagram f) {
    return diagram_boxes(b->d, f, MOST_BOXES + 1) <= MOST_BOXES;
}

static Diagram around(Boxes *b, Diagram f) {
    return diagram_of_box(b, hull(b, f));
}

static Diagram limit(Boxes *b, Diagram f) {
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

static Diagram unite(void *self, Diagram f, Diagram g) {
    Boxes *b = self;
    return limit(b, diagram_or(b->d, f, g));
}

static const Element *top(void *self) {
    return element(self, DIAGRAM_ALL);
}

static const Element *bottom(void *self) {
    return element(self, DIAGRAM_NONE);
}

static const Element *join(void *self, const Element *a, const Element *b) {
    return element(self, unite(self, a->states, b->states));
}

static const Element *widen(void *self, const Element *a, const Element *b) {
    Boxes *boxes = self;
    return element(self, diagram_widen(boxes->d, a->states, b->states, unite, self));
}

static const Element *difference(void *self, const Element *a, const Element *b) {
    Boxes *boxes = self;
    return element(self, diagram_minus(boxes->d, a->states, b->states));
}

// ---- alpha ----
static Diagram walk(Boxes *b, Term a, bool value, uint32_t point, uint32_t depth);

// x is not c: two boxes, which the ranges of one box cannot say.
static bool differs(Boxes *b, Term a, uint32_t point, Diagram *out) {
    Term x = term_arg(b->t, a, 0), c = term_arg(b->t, a, 1);
    uint64_t low, high;
    if (term_is_const(b->t, x)) {
        Term h = x;
        x = c;
        c = h;
    }
    uint32_t slot = map_find(&b->pc->slot_of, x.id);
    if (!slot || !box_fits(b->boxer, slot - 1) || !term_is_const(b->t, c))
        return false;
    term_bits(b->t, c, &low, &high);
    Diagram same = restrict_slot(b, slot - 1, range_const(width_of(b, slot - 1), low), DIAGRAM_ALL);
    *out = boxer_is_live(b->boxer, point, slot - 1) ? diagram_minus(b->d, DIAGRAM_ALL, same) : DIAGRAM_ALL;
    return true;
}

static Diagram literal(Boxes *b, Term a, bool value, uint32_t point) {
    Diagram f;
    if (term_op(b->t, a) == OP_EQ && !value && differs(b, a, point, &f))
        return f;
    VecTerm vars = { 0 };
    Ranges r = boxer_ranges(b->boxer, box_top(b->boxer), value ? a : term_not(b->t, a));
    f = r.impossible ? DIAGRAM_NONE : DIAGRAM_ALL;
    term_vars(b->t, a, &vars);
    for (uint32_t i = 0; i < vars.count && !r.impossible; i++) {
        uint32_t slot = map_find(&b->pc->slot_of, vars.at[i].id);
        if (slot && box_fits(b->boxer, slot - 1) && boxer_is_live(b->boxer, point, slot - 1))
            f = diagram_and(b->d, f, restrict_slot(b, slot - 1, ranges_get(&r, vars.at[i]), DIAGRAM_ALL));
    }
    ranges_free(&r);
    vec_free(&vars);
    return f;
}

static Diagram either(Boxes *b, Term c, Term yes, bool first, Term no, bool second, uint32_t point, uint32_t depth) {
    Diagram one = diagram_and(b->d, walk(b, c, true, point, depth), walk(b, yes, first, point, depth));
    Diagram two = diagram_and(b->d, walk(b, c, false, point, depth), walk(b, no, second, point, depth));
    return unite(b, one, two);
}

static Diagram walk_all(Boxes *b, Term a, bool value, bool conjunction, uint32_t point, uint32_t depth) {
    Diagram f = conjunction ? DIAGRAM_ALL : DIAGRAM_NONE;
    for (uint32_t i = 0; i < term_arity(b->t, a); i++) {
        Diagram g = walk(b, term_arg(b->t, a, i), value, point, depth);
        f = conjunction ? limit(b, diagram_and(b->d, f, g)) : unite(b, f, g);
    }
    return f;
}

// The states where the formula is 'value', or more: disjunctions are kept.
static Diagram walk(Boxes *b, Term a, bool value, uint32_t point, uint32_t depth) {
    Op op = term_op(b->t, a);
    if (depth > MOST_DEPTH || b->steps == 0)
        return DIAGRAM_ALL;
    b->steps--;
    depth++;
    switch (op) {
    case OP_TRUE:
    case OP_FALSE:
        return (op == OP_TRUE) == value ? DIAGRAM_ALL : DIAGRAM_NONE;
    case OP_NOT:
        return walk(b, term_arg(b->t, a, 0), !value, point, depth);
    case OP_AND:
    case OP_OR:
        return walk_all(b, a, value, (op == OP_AND) == value, point, depth);
    case OP_ITE:
        return either(b, term_arg(b->t, a, 0), term_arg(b->t, a, 1), value, term_arg(b->t, a, 2), value, point, depth);
    case OP_EQ:
        if (sort_kind(b->t, term_sort(b->t, term_arg(b->t, a, 0))) == SORT_BOOL)
            return either(b, term_arg(b->t, a, 0), term_arg(b->t, a, 1), value, term_arg(b->t, a, 1), !value, point,
                          depth);
        return literal(b, a, value, point);
    default:
        return literal(b, a, value, point);
    }
}

static const Element *alpha(void *self, uint32_t point, Term formula) {
    Boxes *b = self;
    formula = block_before(b->pc->blocks, formula);
    b->steps = MOST_STEPS;
    Diagram f = walk(b, formula, true, point, 0);
    Diagram box = diagram_of_box(b, box_alpha(b->boxer, point, formula));
    return element(b, limit(b, diagram_and(b->d, f, box)));
}

// ---- gamma ----
static Term test_formula(Boxes *b, Diagram f) {
    uint32_t slot = b->slot_at[diagram_variable(b->d, f)];
    Term x = b->pc->state.at[slot];
    if (sort_kind(b->t, term_sort(b->t, x)) == SORT_BOOL)
        return term_not(b->t, x); // the only test is against false
    Term bound = term_bv(b->t, diagram_key(b->d, f) ^ flip(b, slot), width_of(b, slot));
    return term_2(b->t, is_signed(b, slot) ? OP_BV_SLE : OP_BV_ULE, x, bound);
}

static Term known_formula(Boxes *b, Diagram f) {
    return f <= DIAGRAM_ALL ? term_bool(b->t, f == DIAGRAM_ALL) : (Term){ map_find(&b->formula_of, f) };
}

// Is there one key of the variable that goes to another place than those around it?  Then the test
// is an equation: x is 5, else what holds for 4 and 6.
static bool is_equation(const Boxes *b, Diagram f) {
    Diagram high = diagram_high(b->d, f);
    return diagram_variable(b->d, high) == diagram_variable(b->d, f) &&
           diagram_key(b->d, high) == diagram_key(b->d, f) + 1;
}

static Term node_formula(Boxes *b, Diagram f, Term low, Term high) {
    Diagram next = diagram_high(b->d, f);
    if (!is_equation(b, f))
        return term_ite(b->t, test_formula(b, f), low, high);
    uint32_t slot = b->slot_at[diagram_variable(b->d, f)];
    Term only = term_bv(b->t, diagram_key(b->d, next) ^ flip(b, slot), width_of(b, slot));
    Term is_only = term_eq(b->t, b->pc->state.at[slot], only), there = known_formula(b, diagram_low(b->d, next));
    Term above = known_formula(b, diagram_high(b->d, next));
    Term elsewhere = term_same(low, above) ? low : term_ite(b->t, test_formula(b, f), low, above);
    return term_ite(b->t, is_only, there, elsewhere);
}

static Term gamma_of(void *self, const Element *a) {
    Boxes *b = self;
    VecU32 todo = { 0 };
    vec_push(&todo, a->states);
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
    return known_formula(b, a->states);
}

// ---- post ----
// The new values of control variables that the piece gives several constants.
static uint32_t control_values(Boxes *b, uint32_t cut, Term out[MOST_CONTROLS]) {
    uint32_t n = 0, to = b->pc->graph->edges.at[cut].to;
    boxer_enter_piece(b->boxer, cut);
    for (uint32_t i = 0; i < b->pc->state.count && n < MOST_CONTROLS; i++) {
        uint32_t slot = b->slot_at[i];
        Term value = b->boxer->after[slot];
        if (b->shape.constants[slot] < 2)
            break;
        if (value.id && term_op(b->t, value) == OP_ITE && box_fits(b->boxer, slot) && boxer_is_live(b->boxer, to, slot))
            out[n++] = value;
    }
    return n;
}

// Some values that the controls may have together, as a condition.
static SmtAnswer next_case(Boxes *b, Term guard, Term label, uint32_t n, const Term values[], Term *same) {
    Smt *smt = boxer_session(b->boxer, guard, label);
    if (!smt)
        return SMT_UNKNOWN;
    SmtAnswer answer = smt_check(smt);
    *same = term_true(b->t);
    for (uint32_t i = 0; i < n && answer == SMT_SAT; i++) {
        Term v = smt_value(smt, values[i]);
        if (v.id && term_is_const(b->t, v))
            *same = term_and(b->t, *same, term_eq(b->t, values[i], v));
        else
            answer = SMT_UNKNOWN;
    }
    boxer_leave(b->boxer);
    return answer;
}

// The post of the states of a box where 'also' holds, case by case; what is left after the last one as one box.
static Diagram post_cases(Boxes *b, const Box *box, Term also, uint32_t cut, Diagram f) {
    Term values[MOST_CONTROLS], guard = b->pc->piece[cut].guard, same;
    uint32_t n = control_values(b, cut, values);
    for (uint32_t i = 0; n && i < MOST_CASES; i++) {
        Term label = term_and(b->t, box_formula(b->boxer, box), also);
        SmtAnswer answer = next_case(b, guard, label, n, values, &same);
        if (answer == SMT_UNSAT)
            return f;
        if (answer == SMT_UNKNOWN)
            break;
        f = unite(b, f, diagram_of_box(b, box_post(b->boxer, box, term_and(b->t, also, same), cut)));
        also = term_and(b->t, also, term_not(b->t, same));
    }
    return unite(b, f, diagram_of_box(b, box_post(b->boxer, box, also, cut)));
}

static const Element *post(void *self, const Element *a, uint32_t cut) {
    Boxes *b = self;
    VecBox boxes = { 0 };
    VecBound way = { 0 };
    Diagram f = DIAGRAM_NONE;
    if (diagram_boxes(b->d, a->states, MOST_POSTS + 1) <= MOST_POSTS) {
        add_boxes(b, a->states, &way, &boxes);
        for (uint32_t i = 0; i < boxes.count; i++)
            f = post_cases(b, boxes.at[i], term_true(b->t), cut, f);
    } else {
        f = post_cases(b, hull(b, a->states), gamma_of(b, a), cut, f);
    }
    vec_free(&boxes);
    vec_free(&way);
    return element(b, f);
}

const Domain domain_boxes = {
    .name = "boxes",
    .summary = "unions of boxes, with exact difference",
    .open = open,
    .close = close,
    .top = top,
    .bottom = bottom,
    .join = join,
    .widen = widen,
    .difference = difference,
    .alpha = alpha,
    .gamma = gamma_of,
    .post = post,
};
