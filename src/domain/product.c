// product.c - boxes and Boolean combinations of predicates, side by side
//
// Both components hold of a state.  Each is computed on its own, and alpha of a formula is that of each
// component: a label that came from refinement must not be split up as if it were an element.
// Only that there is no state at all is passed on from one to the other.
#include "domain/domain.h"

extern const Domain domain_box, domain_boolean;
static const Domain *const parts[2] = { &domain_box, &domain_boolean };

struct Element {
    const Element *part[2];
};

typedef struct Product {
    Procedure *proc;
    Arena *arena;
    void *self[2];
} Product;

static void *open(Procedure *proc) {
    Product *p = base_alloc(sizeof *p);
    *p = (Product){ .proc = proc, .arena = arena_new() };
    for (uint32_t i = 0; i < 2; i++)
        p->self[i] = parts[i]->open(proc);
    return p;
}

static void close(void *self) {
    Product *p = self;
    for (uint32_t i = 0; i < 2; i++)
        parts[i]->close(p->self[i]);
    arena_free(p->arena);
    free(p);
}

static const Element *pair(Product *p, const Element *a, const Element *b) {
    Element *e = arena_alloc(p->arena, sizeof *e);
    *e = (Element){ { a, b } };
    return e;
}

static const Element *top(void *self) {
    Product *p = self;
    return pair(p, parts[0]->top(p->self[0]), parts[1]->top(p->self[1]));
}

static const Element *bottom(void *self) {
    Product *p = self;
    return pair(p, parts[0]->bottom(p->self[0]), parts[1]->bottom(p->self[1]));
}

static bool is_none(Product *p, const Element *a) {
    for (uint32_t i = 0; i < 2; i++)
        if (term_op(p->proc->t, parts[i]->gamma(p->self[i], a->part[i])) == OP_FALSE)
            return true;
    return false;
}

// If one component has no state, neither has the other.
static const Element *settle(Product *p, const Element *a) {
    return is_none(p, a) ? bottom(p) : a;
}

static const Element *join(void *self, const Element *a, const Element *b) {
    Product *p = self;
    return pair(p, parts[0]->join(p->self[0], a->part[0], b->part[0]),
                parts[1]->join(p->self[1], a->part[1], b->part[1]));
}

static const Element *widen(void *self, const Element *a, const Element *b) {
    Product *p = self;
    return pair(p, parts[0]->widen(p->self[0], a->part[0], b->part[0]),
                parts[1]->widen(p->self[1], a->part[1], b->part[1]));
}

static const Element *alpha(void *self, uint32_t point, Term formula) {
    Product *p = self;
    return settle(p, pair(p, parts[0]->alpha(p->self[0], point, formula), parts[1]->alpha(p->self[1], point, formula)));
}

static Term gamma_of(void *self, const Element *a) {
    Product *p = self;
    return term_and(p->proc->t, parts[0]->gamma(p->self[0], a->part[0]), parts[1]->gamma(p->self[1], a->part[1]));
}

static const Element *post(void *self, const Element *a, uint32_t cut) {
    Product *p = self;
    return settle(p, pair(p, parts[0]->post(p->self[0], a->part[0], cut), parts[1]->post(p->self[1], a->part[1], cut)));
}

static void follow(void *self, uint32_t point, Term predicate) {
    Product *p = self;
    for (uint32_t i = 0; i < 2; i++)
        if (parts[i]->follow)
            parts[i]->follow(p->self[i], point, predicate);
}

const Domain domain_product = {
    .name = "product",
    .summary = "box and boolean side by side",
    .open = open,
    .close = close,
    .top = top,
    .bottom = bottom,
    .join = join,
    .widen = widen,
    .alpha = alpha,
    .gamma = gamma_of,
    .post = post,
    .follow = follow,
};
