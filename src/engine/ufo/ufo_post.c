// ufo_post.c - labels: by POST, and whether they are covered
#include "base/options.h"
#include "base/stats.h"
#include "engine/ufo/ufo.h"

static const SmtLimits COVER_LIMITS = { .seconds = 5, .resources = 20000000 };

// ---- covering ----
// One session per point holds the negations of the labels that may cover; a node is covered
// where its label is unsatisfiable there.
void ufo_covers_start(Ufo *u) {
    for (uint32_t i = 0; i < u->proc->graph->points.count; i++) {
        Cover *c = &u->covers[i];
        if (c->smt && smt_depth(c->smt))
            smt_pop(c->smt);
        c->labels.count = 0;
    }
}

void ufo_covers_free(Ufo *u) {
    for (uint32_t i = 0; i < u->proc->graph->points.count; i++) {
        smt_free(u->covers[i].smt);
        vec_free(&u->covers[i].labels);
    }
}

static bool is_within(Ufo *u, Cover *c, Term label) {
    Terms *t = u->proc->t;
    for (uint32_t i = 0; i < c->labels.count; i++)
        if (term_same(c->labels.at[i], label) || term_op(t, c->labels.at[i]) == OP_TRUE)
            return true;
    if (!c->labels.count)
        return false;
    u->arg->stats.questions++;
    smt_push(c->smt);
    smt_assert(c->smt, label);
    SmtAnswer answer = smt_check(c->smt);
    smt_pop(c->smt);
    if (answer == SMT_UNKNOWN)
        return refine_implies(u->w.refiner, label, term_or_n(t, c->labels.count, c->labels.at));
    return answer == SMT_UNSAT;
}

static void add_coverer(Ufo *u, Cover *c, Term label) {
    assert(label.id);
    if (!c->smt)
        c->smt = smt_new(u->proc->t, COVER_LIMITS);
    if (!smt_depth(c->smt))
        smt_push(c->smt);
    smt_assert(c->smt, term_not(u->proc->t, label));
    vec_push(&c->labels, label);
}

// With --covering heads, only heads of components, by the unrolling of the component that is in progress.
static bool ask_cover(Ufo *u, NodeId n) {
    uint32_t point = arg_node(u->arg, n)->point;
    Cover *c = &u->covers[point];
    bool heads = u->set.cover == COVERING_HEADS;
    if (heads && !wto_is_head(&u->proc->graph->wto, point))
        return arg_is_false(u->arg, n);
    bool covered = arg_is_false(u->arg, n) || is_within(u, c, arg_node(u->arg, n)->label);
    if (!covered) {
        add_coverer(u, c, arg_node(u->arg, n)->label);
    } else if (heads && c->smt && smt_depth(c->smt)) {
        smt_pop(c->smt);
        c->labels.count = 0;
    }
    return covered;
}

bool ufo_is_covered(Ufo *u, NodeId n) {
    assert(n != UFO_ERROR && ufo_is_visited(u, n));
    phase_begin(PHASE_cover);
    bool covered = ask_cover(u, n);
    phase_end(PHASE_cover);
    ufo_node(u, n)->covered = covered;
    u->arg->stats.covered += covered;
    return covered;
}

// ---- what holds at a point ----
static bool is_conjunct(Terms *t, Term formula, Term a) {
    for (uint32_t i = 0; term_op(t, formula) == OP_AND && i < term_arity(t, formula); i++)
        if (term_same(term_arg(t, formula, i), a))
            return true;
    return term_same(formula, a);
}

static bool is_conjunct_of_all(Terms *t, const VecTerm *formulas, Term a) {
    for (uint32_t i = 0; i < formulas->count; i++)
        if (!is_conjunct(t, formulas->at[i], a))
            return false;
    return true;
}

// Their disjunction, with the conjuncts that they share written once: labels
// that refinements added to share most of theirs.
static Term disjoin(Terms *t, const VecTerm *formulas) {
    VecTerm shared = { 0 }, rest = { 0 }, own = { 0 };
    for (uint32_t i = 0; i < formulas->count; i++) {
        Term f = formulas->at[i];
        uint32_t n = term_op(t, f) == OP_AND ? term_arity(t, f) : 1;
        own.count = 0;
        for (uint32_t k = 0; k < n; k++) {
            Term a = term_op(t, f) == OP_AND ? term_arg(t, f, k) : f;
            bool common = is_conjunct_of_all(t, formulas, a);
            if (!common)
                vec_push(&own, a);
            else if (i == 0)
                vec_push(&shared, a);
        }
        vec_push(&rest, term_and_n(t, own.count, own.at));
    }
    vec_push(&shared, term_or_n(t, rest.count, rest.at));
    Term all = term_and_n(t, shared.count, shared.at);
    vec_free(&shared);
    vec_free(&rest);
    vec_free(&own);
    return all;
}

Term ufo_invariant(Ufo *u, uint32_t point) {
    Terms *t = u->proc->t;
    VecTerm labels = { 0 }, kept = { 0 };
    for (uint32_t i = 0; i < u->visited[point].count; i++)
        if (!ufo_node(u, u->visited[point].at[i])->covered)
            vec_push(&labels, arg_node(u->arg, u->visited[point].at[i])->label);
    for (uint32_t i = 0; i < labels.count; i++) { // without those that a later one holds
        bool held = false;
        for (uint32_t k = i + 1; k < labels.count && !held; k++)
            held = refine_implies(u->w.refiner, labels.at[i], labels.at[k]);
        if (!held)
            vec_push(&kept, labels.at[i]);
    }
    Term all = disjoin(t, &kept);
    vec_free(&labels);
    vec_free(&kept);
    return all;
}

// ---- POST ----
static const Element *element_of(Ufo *u, NodeId n) {
    UfoNode *node = ufo_node(u, n);
    if (!node->element)
        node->element = u->domain->alpha(u->domain_self, arg_node(u->arg, n)->point, arg_node(u->arg, n)->label);
    return node->element;
}

// Edges that bring states to the node: from nodes visited in this pass and not covered, along steps that
// their labels allow.
static bool brings_states(Ufo *u, const ArgEdge *e) {
    if (!ufo_is_visited(u, e->from) || ufo_node(u, e->from)->covered || arg_is_false(u->arg, e->from))
        return false;
    return !refine_excludes(u->w.refiner, arg_node(u->arg, e->from)->label, u->proc->block[e->cut].guard);
}

static bool is_bottom(Ufo *u, const Element *a) {
    return term_op(u->proc->t, u->domain->gamma(u->domain_self, a)) == OP_FALSE;
}

static const Element *join_posts(Ufo *u, NodeId n) {
    const Domain *d = u->domain;
    const Element *all = d->bottom(u->domain_self);
    for (uint32_t i = 0; i < arg_node(u->arg, n)->in.count; i++) {
        const ArgEdge *e = &u->arg->edges.at[arg_node(u->arg, n)->in.at[i]];
        if (!brings_states(u, e))
            continue;
        const Element *one = d->post(u->domain_self, element_of(u, e->from), e->cut);
        u->stats.posts++;
        all = is_bottom(u, all) ? one : is_bottom(u, one) ? all : d->join(u->domain_self, all, one);
    }
    return all;
}

// At heads every widen_delay-th time; not in domains whose chains of joins end anyway.  What is
// taken away from y must be in a label: elements stronger than a label from interpolants are left out.
static const Element *widen(Ufo *u, NodeId n, const Element *y) {
    uint32_t point = arg_node(u->arg, n)->point, seen = u->visited[point].count - 1; // it is the last one itself
    bool finite = u->domain->widen == u->domain->join;
    if (finite || !seen || (seen + 1) % u->set.widen_delay || !wto_is_head(&u->proc->graph->wto, point))
        return y;
    VEC(const Element *) before = { 0 };
    for (uint32_t i = 0; i < seen; i++) {
        NodeId m = u->visited[point].at[i];
        if (ufo_node(u, m)->own || !u->domain->difference)
            vec_push(&before, element_of(u, m));
    }
    u->stats.widenings++;
    y = domain_widen_with(u->domain, u->domain_self, before.count, before.at, y);
    vec_free(&before);
    return y;
}

// Conjuncts over what matters at the point.
static Term relevant(Ufo *u, uint32_t point, Term formula) {
    Terms *t = u->proc->t;
    if (term_op(t, formula) != OP_AND)
        return procedure_matters(u->proc, point, formula) ? formula : term_true(t);
    VecTerm kept = { 0 };
    for (uint32_t i = 0; i < term_arity(t, formula); i++)
        if (procedure_matters(u->proc, point, term_arg(t, formula, i)))
            vec_push(&kept, term_arg(t, formula, i));
    Term all = term_and_n(t, kept.count, kept.at);
    vec_free(&kept);
    return all;
}

static bool any_brings_states(Ufo *u, NodeId n) {
    bool any = false;
    for (uint32_t i = 0; i < arg_node(u->arg, n)->in.count && !any; i++) {
        const ArgEdge *e = &u->arg->edges.at[arg_node(u->arg, n)->in.at[i]];
        any = brings_states(u, e) && (n != UFO_ERROR || !u->domain ||
                                      !is_bottom(u, u->domain->post(u->domain_self, element_of(u, e->from), e->cut)));
    }
    return any;
}

void ufo_post(Ufo *u, NodeId n) {
    assert(ufo_is_visited(u, n));
    phase_begin(PHASE_post);
    UfoNode *node = ufo_node(u, n);
    ArgNode *in_arg = arg_node(u->arg, n);
    if (n == ARG_ROOT) {
        in_arg->label = u->proc->initial;
        node->element = NULL;
        node->own = false;
    } else if (n == UFO_ERROR || !u->domain) {
        in_arg->label = term_bool(u->proc->t, any_brings_states(u, n));
    } else {
        node->element = widen(u, n, join_posts(u, n));
        node->own = true;
        in_arg->label = relevant(u, in_arg->point, u->domain->gamma(u->domain_self, node->element));
    }
    phase_end(PHASE_post);
}

// ---- the check ----
// Are the labels visited at each point, together, inductive?  For debugging: what is claimed is checked elsewhere.
bool ufo_check(Ufo *u, Reason *why) {
    Terms *t = u->proc->t;
    for (uint32_t i = 0; i < u->order.count; i++) {
        const ArgNode *node = arg_node(u->arg, u->order.at[i]);
        for (uint32_t k = 0; k < node->out.count && !ufo_node(u, u->order.at[i])->covered; k++) {
            const ArgEdge *e = &u->arg->edges.at[node->out.at[k]];
            uint32_t to = u->proc->graph->edges.at[e->cut].to;
            Term after = u->proc->bad[to] ? term_false(t) : ufo_invariant(u, to);
            Term step = procedure_obligation(u->proc, e->cut, node->label, after);
            if (refine_implies(u->w.refiner, term_true(t), step))
                continue;
            reason_set(why, "node %u: the step to node %u leads out of the labels at its point", u->order.at[i], e->to);
            return false;
        }
    }
    return true;
}
