// precision.c - predicates per point
#include "engine/precision.h"

void precision_init(Precision *p, Terms *t, uint32_t points) {
    *p = (Precision){ .t = t, .points = points, .at = base_alloc(points * sizeof *p->at) };
}

void precision_free(Precision *p) {
    for (uint32_t i = 0; i < p->points; i++) {
        vec_free(&p->at[i].predicates);
        map_free(&p->at[i].has);
    }
    free(p->at);
}

bool precision_add(Precision *p, uint32_t point, Term predicate) {
    PrecisionAt *at = &p->at[point];
    if (term_op(p->t, predicate) == OP_NOT)
        predicate = term_arg(p->t, predicate, 0);
    Op op = term_op(p->t, predicate);
    if (op == OP_TRUE || op == OP_FALSE || map_find(&at->has, predicate.id))
        return false;
    map_put(&at->has, predicate.id, 1);
    vec_push(&at->predicates, predicate);
    return true;
}

bool precision_add_atoms(Precision *p, uint32_t point, Term formula) {
    VecTerm atoms = { 0 };
    bool added = false;
    term_atoms(p->t, formula, &atoms);
    for (uint32_t i = 0; i < atoms.count; i++)
        added |= precision_add(p, point, atoms.at[i]);
    vec_free(&atoms);
    return added;
}

bool precision_use_whole(Precision *p, uint32_t point) {
    bool added = !p->at[point].whole && p->at[point].predicates.count > 1;
    p->at[point].whole = true;
    return added;
}

PrecisionStats precision_stats(const Precision *p) {
    PrecisionStats s = { 0 };
    Map seen = { 0 };
    uint32_t sum = 0, with = 0;
    for (uint32_t i = 0; i < p->points; i++) {
        const PrecisionAt *at = &p->at[i];
        for (uint32_t k = 0; k < at->predicates.count; k++) {
            s.total += !map_find(&seen, at->predicates.at[k].id);
            map_put(&seen, at->predicates.at[k].id, 1);
        }
        s.most = at->predicates.count > s.most ? at->predicates.count : s.most;
        s.boolean += at->whole;
        sum += at->predicates.count;
        with += at->predicates.count > 0;
    }
    s.average = with ? (double)sum / with : 0;
    map_free(&seen);
    return s;
}
