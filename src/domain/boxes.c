// boxes.c - unions of boxes
//
// A. Gurfinkel, S. Chaki, "Boxes: A Symbolic Abstract Domain of Boxes", SAS 2010: a set of states is a
// decision diagram over bounds of single variables (box_set.h), so union, intersection and difference are exact, up to
// a number of boxes.  The post is that of each box, or where they are many that of the box around them where the set's
// formula holds; both split by the values that the block gives to control variables.
#include "domain/box_set.h"

enum {
    MOST_POSTS = 16,   // boxes whose posts are computed one by one
    MOST_CASES = 24,   // of a post
    QUESTIONS = 500,   // about a post
    MOST_CONTROLS = 1, // variables by whose values it is split
    MOST_DEPTH = 400,  // of formulas: recursion
    MOST_STEPS = 4000, // of a walk through a formula
};

struct Element {
    Diagram states;
};

typedef struct Boxes {
    BoxSets *sets;
    Boxer *boxer; // these four are those of 'sets'
    Procedure *proc;
    Terms *t;
    Diagrams *d;
    Map element_of; // diagram -> 1 + place
    VEC(const Element *) elements;
    uint32_t steps; // left in the present walk
} Boxes;

static void *open(Procedure *proc) {
    BoxSets *sets = box_sets_new(proc);
    Boxes *b = base_alloc(sizeof *b);
    *b = (Boxes){ .sets = sets, .boxer = sets->boxer, .proc = proc, .t = proc->t, .d = sets->d };
    return b;
}

static void close(void *self) {
    Boxes *b = self;
    box_sets_free(b->sets);
    vec_free(&b->elements);
    map_free(&b->element_of);
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

// ---- join, widening, difference ----
static const Element *top(void *self) {
    return element(self, DIAGRAM_ALL);
}

static const Element *bottom(void *self) {
    return element(self, DIAGRAM_NONE);
}

static const Element *join(void *self, const Element *a, const Element *b) {
    Boxes *boxes = self;
    return element(boxes, set_unite(boxes->sets, a->states, b->states));
}

static const Element *widen(void *self, const Element *a, const Element *b) {
    Boxes *boxes = self;
    return element(self, diagram_widen(boxes->d, a->states, b->states, set_unite, boxes->sets));
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
    uint32_t slot = map_find(&b->proc->slot_of, x.id);
    if (!slot || !box_fits(b->boxer, slot - 1) || !term_is_const(b->t, c))
        return false;
    term_bits(b->t, c, &low, &high);
    Diagram same = set_of_range(b->sets, slot - 1, range_const(sort_width(b->t, term_sort(b->t, x)), low));
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
        uint32_t slot = map_find(&b->proc->slot_of, vars.at[i].id);
        if (slot && box_fits(b->boxer, slot - 1) && boxer_is_live(b->boxer, point, slot - 1))
            f = diagram_and(b->d, f, set_of_range(b->sets, slot - 1, ranges_get(&r, vars.at[i])));
    }
    ranges_free(&r);
    vec_free(&vars);
    return f;
}

static Diagram either(Boxes *b, Term c, Term yes, bool first, Term no, bool second, uint32_t point, uint32_t depth) {
    Diagram one = diagram_and(b->d, walk(b, c, true, point, depth), walk(b, yes, first, point, depth));
    Diagram two = diagram_and(b->d, walk(b, c, false, point, depth), walk(b, no, second, point, depth));
    return set_unite(b->sets, one, two);
}

static Diagram walk_all(Boxes *b, Term a, bool value, bool conjunction, uint32_t point, uint32_t depth) {
    Diagram f = conjunction ? DIAGRAM_ALL : DIAGRAM_NONE;
    for (uint32_t i = 0; i < term_arity(b->t, a); i++) {
        Diagram g = walk(b, term_arg(b->t, a, i), value, point, depth);
        f = conjunction ? set_limit(b->sets, diagram_and(b->d, f, g)) : set_unite(b->sets, f, g);
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
    formula = block_before(b->proc->blocks, formula);
    b->steps = MOST_STEPS;
    Diagram f = walk(b, formula, true, point, 0);
    Diagram box = set_of_box(b->sets, box_alpha(b->boxer, point, formula));
    return element(b, set_limit(b->sets, diagram_and(b->d, f, box)));
}

static Term gamma_of(void *self, const Element *a) {
    Boxes *b = self;
    return set_formula(b->sets, a->states);
}

// ---- post ----
// The new values of control variables that the block gives several constants.
static uint32_t control_values(Boxes *b, uint32_t cut, Term out[MOST_CONTROLS]) {
    uint32_t n = 0, to = b->proc->graph->edges.at[cut].to;
    boxer_enter_block(b->boxer, cut);
    for (uint32_t i = 0; i < b->proc->state.count && n < MOST_CONTROLS; i++) {
        uint32_t slot = b->sets->slot_at[i];
        Term value = b->boxer->after[slot];
        if (b->sets->shape.constants[slot] < 2)
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
    Term values[MOST_CONTROLS], guard = b->proc->block[cut].guard, same;
    uint32_t n = control_values(b, cut, values);
    for (uint32_t i = 0; n && i < MOST_CASES && b->boxer->questions; i++) {
        Term label = term_and(b->t, box_formula(b->boxer, box), also);
        SmtAnswer answer = next_case(b, guard, label, n, values, &same);
        if (answer == SMT_UNSAT)
            return f;
        if (answer == SMT_UNKNOWN)
            break;
        f = set_unite(b->sets, f, set_of_box(b->sets, box_post(b->boxer, box, term_and(b->t, also, same), cut)));
        also = term_and(b->t, also, term_not(b->t, same));
    }
    return set_unite(b->sets, f, set_of_box(b->sets, box_post(b->boxer, box, also, cut)));
}

static const Element *post(void *self, const Element *a, uint32_t cut) {
    Boxes *b = self;
    VecBox boxes = { 0 };
    Diagram f = DIAGRAM_NONE;
    b->boxer->questions = QUESTIONS;
    if (diagram_boxes(b->d, a->states, MOST_POSTS + 1) <= MOST_POSTS) {
        set_boxes(b->sets, a->states, &boxes);
        for (uint32_t i = 0; i < boxes.count; i++)
            f = post_cases(b, boxes.at[i], term_true(b->t), cut, f);
    } else {
        f = post_cases(b, set_hull(b->sets, a->states), set_formula(b->sets, a->states), cut, f);
    }
    vec_free(&boxes);
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
