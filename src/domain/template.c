// template.c - octagons: bounds of variables, and of sums and differences of two variables
//
// S. Sankaranarayanan, H. Sipma, Z. Manna, "Scalable Analysis of Linear Systems Using Mathematical
// Programming", VMCAI 2005: the forms whose bounds are looked for are fixed beforehand; join and widening go bound by
// bound, alpha and post ask for the bounds (extent.h).  The forms here are those of A. Mine, "The
// Octagon Abstract Domain", 2006, for pairs of variables that the program brings together (shape.h).
//
// A form is a whole number: its variables are extended, with or without sign, by two bits, so that
// no sum wraps around.  Bounds of single variables are a box (box.h).
#include "domain/box.h"
#include "domain/extent.h"
#include "domain/shape.h"

enum {
    MOST_PAIRS = 16, // two forms each
    POST_QUESTIONS = 300,
    ALPHA_QUESTIONS = 100,
};

typedef struct Form {
    uint32_t slot[2];
    bool minus; // first - second, else first + second
    Span all;   // that of the types
} Form;

struct Element {
    const Box *box; // where it is none, the spans mean nothing
    const Span *spans;
};

typedef struct Octagons {
    Boxer *boxer;
    Procedure *proc;
    Terms *t;
    Shape shape;
    VEC(Form) forms;
} Octagons;

// ---- forms ----
static uint32_t width_of(const Octagons *o, uint32_t slot) {
    return sort_width(o->t, term_sort(o->t, o->proc->state.at[slot]));
}

// The span of a form where its variables have these ranges.
static Span span_of(const Octagons *o, const Form *f, Range first, Range second) {
    Span a = range_span(width_of(o, f->slot[0]), first, !o->shape.is_unsigned[f->slot[0]]);
    Span b = range_span(width_of(o, f->slot[1]), second, !o->shape.is_unsigned[f->slot[1]]);
    return f->minus ? (Span){ a.lo - b.hi, a.hi - b.lo } : (Span){ a.lo + b.lo, a.hi + b.hi };
}

static Span span_in_box(const Octagons *o, const Form *f, const Box *box) {
    return span_of(o, f, box_range(o->boxer, box, f->slot[0]), box_range(o->boxer, box, f->slot[1]));
}

static Span meet(Span a, Span b) {
    return (Span){ a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi };
}

// The form over values of its two variables.
static Term form_term(const Octagons *o, const Form *f, Term first, Term second) {
    uint32_t width = width_of(o, f->slot[0]) + 2;
    Term a = o->shape.is_unsigned[f->slot[0]] ? term_zext(o->t, first, width) : term_sext(o->t, first, width);
    Term b = o->shape.is_unsigned[f->slot[1]] ? term_zext(o->t, second, width) : term_sext(o->t, second, width);
    return f->minus ? term_bv_sub(o->t, a, b) : term_2(o->t, OP_BV_ADD, a, b);
}

static Term state_form(const Octagons *o, const Form *f) {
    return form_term(o, f, o->proc->state.at[f->slot[0]], o->proc->state.at[f->slot[1]]);
}

static void add_forms(Octagons *o, const SlotPair *pair) {
    for (uint32_t minus = 0; minus < 2; minus++) {
        Form f = { .slot = { pair->first, pair->second }, .minus = minus };
        Range any = range_top(width_of(o, pair->first));
        f.all = span_of(o, &f, any, any);
        vec_push(&o->forms, f);
    }
}

static void *open(Procedure *proc) {
    Octagons *o = base_alloc(sizeof *o);
    *o = (Octagons){ .boxer = boxer_new(proc), .proc = proc, .t = proc->t, .shape = shape_find(proc) };
    for (uint32_t i = 0; i < o->shape.pairs.count && o->forms.count < 2 * MOST_PAIRS; i++)
        if (box_fits(o->boxer, o->shape.pairs.at[i].first))
            add_forms(o, &o->shape.pairs.at[i]);
    return o;
}

static void close(void *self) {
    Octagons *o = self;
    boxer_free(o->boxer);
    shape_free(&o->shape);
    vec_free(&o->forms);
    free(o);
}

// ---- lattice ----
static Span *new_spans(Octagons *o) { // those of the types
    Span *spans = arena_array(o->boxer->arena, Span, o->forms.count + 1);
    for (uint32_t i = 0; i < o->forms.count; i++)
        spans[i] = o->forms.at[i].all;
    return spans;
}

static const Element *element(Octagons *o, const Box *box, const Span *spans) {
    Element *e = arena_alloc(o->boxer->arena, sizeof *e);
    *e = (Element){ box, spans };
    return e;
}

static const Element *top(void *self) {
    Octagons *o = self;
    return element(o, box_top(o->boxer), new_spans(o));
}

static const Element *bottom(void *self) {
    Octagons *o = self;
    return element(o, box_none(o->boxer), new_spans(o));
}

static const Element *join(void *self, const Element *a, const Element *b) {
    Octagons *o = self;
    if (a->box->none || b->box->none)
        return a->box->none ? b : a;
    Span *spans = new_spans(o);
    for (uint32_t i = 0; i < o->forms.count; i++) {
        spans[i].lo = a->spans[i].lo < b->spans[i].lo ? a->spans[i].lo : b->spans[i].lo;
        spans[i].hi = a->spans[i].hi > b->spans[i].hi ? a->spans[i].hi : b->spans[i].hi;
    }
    return element(o, box_join(o->boxer, a->box, b->box), spans);
}

// A bound is kept or dropped.
static const Element *widen(void *self, const Element *a, const Element *b) {
    Octagons *o = self;
    if (a->box->none || b->box->none)
        return a->box->none ? b : a;
    Span *spans = new_spans(o);
    for (uint32_t i = 0; i < o->forms.count; i++) {
        if (b->spans[i].lo >= a->spans[i].lo)
            spans[i].lo = a->spans[i].lo;
        if (b->spans[i].hi <= a->spans[i].hi)
            spans[i].hi = a->spans[i].hi;
    }
    return element(o, box_widen(o->boxer, a->box, b->box), spans);
}

// ---- gamma ----
static Term number(const Octagons *o, const Form *f, Wide x) {
    return term_bv128(o->t, (uint64_t)x, (uint64_t)(x >> 64), width_of(o, f->slot[0]) + 2);
}

static Term form_formula(Octagons *o, const Form *f, Span s, const Box *box) {
    Span known = span_in_box(o, f, box);
    Term value = state_form(o, f), lo = number(o, f, s.lo), hi = number(o, f, s.hi);
    bool same_order = o->shape.is_unsigned[f->slot[0]] == o->shape.is_unsigned[f->slot[1]];
    if (known.lo >= s.lo && known.hi <= s.hi)
        return term_true(o->t);
    if (s.lo == 0 && s.hi == 0 && f->minus && same_order)
        return term_eq(o->t, o->proc->state.at[f->slot[0]], o->proc->state.at[f->slot[1]]);
    if (s.lo == s.hi)
        return term_eq(o->t, value, lo);
    return term_and(o->t, known.lo < s.lo ? term_2(o->t, OP_BV_SLE, lo, value) : term_true(o->t),
                    known.hi > s.hi ? term_2(o->t, OP_BV_SLE, value, hi) : term_true(o->t));
}

// What the element says beyond its box.
static Term forms_formula(Octagons *o, const Element *a) {
    VecTerm parts = { 0 };
    for (uint32_t i = 0; i < o->forms.count && !a->box->none; i++)
        vec_push(&parts, form_formula(o, &o->forms.at[i], a->spans[i], a->box));
    Term all = term_and_n(o->t, parts.count, parts.at);
    vec_free(&parts);
    return all;
}

static Term gamma_of(void *self, const Element *a) {
    Octagons *o = self;
    return term_and(o->t, box_formula(o->boxer, a->box), forms_formula(o, a));
}

// ---- asking for bounds ----
typedef struct Questions {
    VEC(Extent) extents;
    VecU32 forms; // whose
} Questions;

static void add_question(Questions *q, uint32_t form, Term value, Span known) {
    if (known.lo >= known.hi)
        return;
    vec_push(&q->extents, extent_new(value, true, known));
    vec_push(&q->forms, form);
}

// False: there is no state.
static bool ask(Octagons *o, Questions *q, Term guard, Term label, uint32_t most, Span spans[]) {
    Smt *smt = q->extents.count ? boxer_session(o->boxer, guard, label) : NULL;
    bool possible = true;
    if (smt) {
        possible = extents_shrink(smt, q->extents.count, q->extents.at, &most);
        for (uint32_t i = 0; i < q->extents.count && possible; i++)
            spans[q->forms.at[i]] = q->extents.at[i].span;
        boxer_leave(o->boxer);
    }
    vec_free(&q->extents);
    vec_free(&q->forms);
    return possible;
}

static bool is_live(const Octagons *o, const Form *f, uint32_t point) {
    return boxer_is_live(o->boxer, point, f->slot[0]) && boxer_is_live(o->boxer, point, f->slot[1]);
}

static const Element *alpha(void *self, uint32_t point, Term formula) {
    Octagons *o = self;
    formula = block_before(o->proc->blocks, formula);
    const Box *box = box_alpha(o->boxer, point, formula);
    if (box->none)
        return bottom(o);
    Span *spans = new_spans(o);
    Questions q = { 0 };
    VecTerm vars = { 0 };
    Map occurs = { 0 };
    term_vars(o->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        map_put(&occurs, vars.at[i].id, 1);
    for (uint32_t i = 0; i < o->forms.count; i++) {
        const Form *f = &o->forms.at[i];
        if (!is_live(o, f, point))
            continue;
        spans[i] = span_in_box(o, f, box);
        if (map_find(&occurs, o->proc->state.at[f->slot[0]].id) && map_find(&occurs, o->proc->state.at[f->slot[1]].id))
            add_question(&q, i, state_form(o, f), spans[i]);
    }
    map_free(&occurs);
    vec_free(&vars);
    bool possible = ask(o, &q, term_true(o->t), formula, ALPHA_QUESTIONS, spans);
    return possible ? element(o, box, spans) : bottom(o);
}

// ---- post ----
static bool is_unchanged(const Octagons *o, const Form *f) {
    return term_same(o->boxer->after[f->slot[0]], o->proc->state.at[f->slot[0]]) &&
           term_same(o->boxer->after[f->slot[1]], o->proc->state.at[f->slot[1]]);
}

static const Element *post(void *self, const Element *a, uint32_t cut) {
    Octagons *o = self;
    uint32_t to = o->proc->graph->edges.at[cut].to;
    Term label = gamma_of(o, a);
    o->boxer->questions = BOX_QUESTIONS;
    const Box *box = box_post(o->boxer, a->box, forms_formula(o, a), cut);
    if (box->none)
        return bottom(o);
    Span *spans = new_spans(o);
    Questions q = { 0 };
    bool impossible = false;
    for (uint32_t i = 0; i < o->forms.count; i++) {
        const Form *f = &o->forms.at[i];
        Term first = o->boxer->after[f->slot[0]], second = o->boxer->after[f->slot[1]];
        if (!is_live(o, f, to) || !first.id || !second.id)
            continue;
        spans[i] = span_in_box(o, f, box);
        if (is_unchanged(o, f))
            spans[i] = meet(spans[i], a->spans[i]);
        impossible |= spans[i].lo > spans[i].hi;
        Term value = form_term(o, f, first, second);
        if (!boxer_is_hard(o->boxer, value))
            add_question(&q, i, value, spans[i]);
    }
    bool possible = ask(o, &q, o->proc->block[cut].guard, label, POST_QUESTIONS, spans) && !impossible;
    return possible ? element(o, box, spans) : bottom(o);
}

const Domain domain_octagon = {
    .name = "octagon",
    .summary = "bounds of variables, sums and differences",
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
