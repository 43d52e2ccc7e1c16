// pointsto_term.c - what an expression points to
#include "memory/pointsto_graph.h"

static bool is_pointer(PointsTo *pt, Term a) {
    Terms *t = pt->p->terms;
    for (;;) {
        Op op = term_op(t, a);
        VarId var = op == OP_VAR ? program_var_of(pt->p, a) : 0;
        if (op == OP_VAR)
            return var && pt->p->vars.at[var].pointer;
        if (op == OP_ITE)
            a = is_pointer(pt, term_arg(t, a, 1)) ? term_arg(t, a, 1) : term_arg(t, a, 2);
        else if (op == OP_BV_ADD) {
            for (uint32_t i = 0; i < term_arity(t, a); i++)
                if (is_pointer(pt, term_arg(t, a, i)))
                    return true;
            return false;
        } else if ((op == OP_BV_AND || op == OP_BV_OR) && term_arity(t, a))
            a = term_is_const(t, term_arg(t, a, 0)) ? term_arg(t, a, 1) : term_arg(t, a, 0);
        else
            return false;
    }
}

// -p for a pointer p, as a summand.
static bool is_minus_pointer(PointsTo *pt, Term a) {
    Terms *t = pt->p->terms;
    if (term_op(t, a) == OP_BV_NEG)
        return is_pointer(pt, term_arg(t, a, 0));
    if (term_op(t, a) != OP_BV_MUL)
        return false;
    Term c = term_arg(t, a, 0), x = term_arg(t, a, 1);
    if (!term_is_const(t, c))
        c = term_arg(t, a, 1), x = term_arg(t, a, 0);
    return term_is_const(t, c) && pt_const_offset(t, c) == -1 && is_pointer(pt, x);
}

int64_t pt_const_offset(Terms *t, Term a) {
    assert(term_is_const(t, a));
    uint64_t low, high;
    uint32_t width = sort_width(t, term_sort(t, a));
    term_bits(t, a, &low, &high);
    return width >= 64 ? (int64_t)low : (int64_t)(low << (64 - width)) >> (64 - width);
}

// A number that divides every value of 'a' (0: the value is 0).
uint64_t pt_divisor(Terms *t, Term a) {
    switch (term_op(t, a)) {
    case OP_BV_CONST:
        return distance(pt_const_offset(t, a), 0);
    case OP_BV_MUL: {
        Term c = term_arg(t, a, 0);
        c = term_is_const(t, c) ? c : term_arg(t, a, 1);
        return term_is_const(t, c) ? distance(pt_const_offset(t, c), 0) : 1;
    }
    case OP_BV_SHL: {
        Term by = term_arg(t, a, 1);
        int64_t n = term_is_const(t, by) ? pt_const_offset(t, by) : 0;
        return n >= 0 && n < 32 ? 1ull << n : 1;
    }
    case OP_BV_NEG:
        return pt_divisor(t, term_arg(t, a, 0));
    case OP_BV_ADD: {
        uint64_t d = 0;
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            d = gcd(d, pt_divisor(t, term_arg(t, a, i)));
        return d;
    }
    case OP_BV_ZEXT:
    case OP_BV_SEXT: // what wraps around is a multiple of a power of 2 only
        return gcd(pt_divisor(t, term_arg(t, a, 0)), 1ull << 32);
    case OP_ITE:
        return gcd(pt_divisor(t, term_arg(t, a, 1)), pt_divisor(t, term_arg(t, a, 2)));
    default:
        return 1;
    }
}

// The same of numbers, of which a product may wrap around: then it is a multiple of a power of 2 only.
static uint64_t number_divisor(Terms *t, Term a) {
    uint64_t d = pt_divisor(t, a), power = d & -d;
    if (term_op(t, a) != OP_BV_MUL || term_arity(t, a) != 2)
        return term_is_const(t, a) ? d : power;
    Term x = term_arg(t, a, term_is_const(t, term_arg(t, a, 0)) ? 1 : 0);
    if (term_op(t, x) != OP_BV_ZEXT && term_op(t, x) != OP_BV_SEXT)
        return power;
    uint32_t width = sort_width(t, term_sort(t, a)), from = sort_width(t, term_sort(t, term_arg(t, x, 0)));
    assert(from < width && "an extension makes wider");
    return width <= 64 && from + 1 < width && d < 1ull << (width - from - 1) ? d : power;
}

// May it be an address, or made of one?  What is not yet known to be is looked at in the next round.
static bool carries(PointsTo *pt, Place at) {
    if (!at.node)
        return false;
    const Node *n = &pt->nodes.at[pt_find(pt, at).node];
    return n->objects.count || n->mangled || n->lost || n->input;
}

static void join_bytes(PointsTo *pt, Place *base, Place at) {
    assert(at.node);
    pt_stride(pt, at, 1);
    if (base->node) {
        pt_stride(pt, *base, 1);
        pt_unify(pt, *base, at);
    } else {
        *base = at;
    }
}

static Place altered(PointsTo *pt, Place at) {
    if (at.node)
        pt_set_flag(pt, &pt->nodes.at[pt_find(pt, at).node].altered);
    return at;
}

// What arithmetic gives that does not keep the object.
static Place mangled(PointsTo *pt, Term a) {
    uint32_t index;
    if (!map_get(&pt->mangled_place, a.id, &index)) {
        index = pt->places.count;
        vec_push(&pt->places, (Place){ pt_new_node(pt), 0 });
        map_put(&pt->mangled_place, a.id, index);
    }
    Place at = pt->places.at[index];
    pt_set_flag(pt, &pt->nodes.at[pt_find(pt, at).node].mangled);
    return at;
}

// -x as a summand: x.  No term: something else.
static Term taken_away(Terms *t, Term a) {
    if (term_op(t, a) == OP_BV_NEG)
        return term_arg(t, a, 0);
    if (term_op(t, a) != OP_BV_MUL || term_arity(t, a) != 2)
        return (Term){ 0 };
    uint32_t k = term_is_const(t, term_arg(t, a, 0)) ? 0 : 1;
    Term c = term_arg(t, a, k);
    return term_is_const(t, c) && pt_const_offset(t, c) == -1 ? term_arg(t, a, 1 - k) : (Term){ 0 };
}

// Takes the place of an address that is taken away from one added of the same objects: their distance is a number.
static bool cancel(PointsTo *pt, Place *added, uint32_t n, Place minus) {
    assert(minus.node && "only what carries an address is taken away");
    for (uint32_t i = 0; i < n; i++)
        if (added[i].node && pt_find(pt, added[i]).node == pt_find(pt, minus).node) {
            added[i].node = 0;
            return true;
        }
    return false;
}

static Place eval_number_sum(PointsTo *pt, Term a) {
    assert(term_op(pt->p->terms, a) == OP_BV_ADD);
    Terms *t = pt->p->terms;
    uint32_t n = term_arity(t, a);
    int64_t offset = 0;
    uint64_t step = 0;
    bool left = false;
    Place base = { 0 }, *added = base_alloc(n * sizeof *added);
    for (uint32_t i = 0; i < n; i++) {
        Term part = term_arg(t, a, i);
        Place at = term_is_const(t, part) || taken_away(t, part).id ? (Place){ 0 } : pt_eval(pt, part, NUMBER);
        added[i] = carries(pt, at) ? at : (Place){ 0 };
        if (term_is_const(t, part))
            offset = (int64_t)((uint64_t)offset + (uint64_t)pt_const_offset(t, part));
        else if (!added[i].node)
            step = gcd(step, number_divisor(t, part));
    }
    for (uint32_t i = 0; i < n; i++) {
        Term minus = taken_away(t, term_arg(t, a, i));
        Place at = minus.id ? pt_eval(pt, minus, NUMBER) : (Place){ 0 };
        if (!carries(pt, at))
            continue;
        step = 1;
        if (cancel(pt, added, n, at))
            continue;
        vec_push(&pt->mangled_sources, at);
        left = true;
    }
    uint32_t bases = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!added[i].node)
            continue;
        if (bases++ == 0)
            base = added[i];
        else
            join_bytes(pt, &base, added[i]);
        if (left)
            vec_push(&pt->mangled_sources, added[i]);
    }
    free(added);
    if (left)
        return mangled(pt, a);
    if (base.node && step)
        pt_stride(pt, base, step);
    base.offset += base.node ? offset : 0;
    return altered(pt, base);
}

static Place eval_sum(PointsTo *pt, Term a, Mode mode) {
    Terms *t = pt->p->terms;
    uint32_t n = term_arity(t, a), pointers = 0, minus = 0;
    for (uint32_t i = 0; i < n; i++) {
        pointers += is_pointer(pt, term_arg(t, a, i));
        minus += is_minus_pointer(pt, term_arg(t, a, i));
    }
    if (mode == NUMBER || !pointers || minus >= pointers)
        return eval_number_sum(pt, a);
    Place base = { 0 };
    int64_t offset = 0;
    uint64_t step = 0;
    for (uint32_t i = 0; i < n; i++) {
        Term part = term_arg(t, a, i);
        if (term_is_const(t, part)) {
            offset = (int64_t)((uint64_t)offset + (uint64_t)pt_const_offset(t, part));
        } else if (is_pointer(pt, part)) {
            Place at = pt_eval(pt, part, POINTER);
            if (base.node && at.node) { // not clear what is added to what
                pt_stride(pt, base, 1);
                pt_stride(pt, at, 1);
                pt_unify(pt, base, at);
            }
            base = base.node ? base : at;
        } else {
            step = gcd(step, pt_divisor(t, part));
        }
    }
    if (!base.node)
        return base;
    if (step)
        pt_stride(pt, base, step);
    base.offset += offset;
    return base;
}

bool pt_has_place(const Terms *t, Sort s) {
    return sort_kind(t, s) == SORT_BV || sort_kind(t, s) == SORT_FLOAT;
}

static Place eval_all(PointsTo *pt, Term a) { // arguments taken apart and put together
    Terms *t = pt->p->terms;
    Place base = { 0 };
    for (uint32_t i = 0; i < term_arity(t, a); i++) {
        Place at = pt_eval(pt, term_arg(t, a, i), NUMBER);
        if (carries(pt, at))
            join_bytes(pt, &base, at);
    }
    return altered(pt, base);
}

static Place eval_mangled(PointsTo *pt, Term a) {
    assert(term_op(pt->p->terms, a) != OP_VAR && "a variable keeps its object");
    Terms *t = pt->p->terms;
    bool any = false;
    if (!pt_has_place(t, term_sort(t, a)))
        return (Place){ 0 };
    for (uint32_t i = 0; i < term_arity(t, a); i++) {
        Term arg = term_arg(t, a, i);
        Place at = pt_has_place(t, term_sort(t, arg)) ? pt_eval(pt, arg, NUMBER) : (Place){ 0 };
        if (!carries(pt, at))
            continue;
        vec_push(&pt->mangled_sources, at);
        any = true;
    }
    return any ? mangled(pt, a) : (Place){ 0 };
}

static Place eval_new(PointsTo *pt, Term a, Mode mode) {
    Terms *t = pt->p->terms;
    switch (term_op(t, a)) {
    case OP_VAR: {
        VarId var = program_var_of(pt->p, a);
        return var && pt_has_place(t, term_sort(t, a)) ? pt_var_place(pt, var) : (Place){ 0 };
    }
    case OP_BV_ADD:
        return eval_sum(pt, a, mode);
    case OP_ITE: {
        Place x = pt_eval(pt, term_arg(t, a, 1), mode), y = pt_eval(pt, term_arg(t, a, 2), mode);
        pt_unify(pt, x, y);
        return x.node ? x : y;
    }
    case OP_FP_FROM_BITS:
    case OP_FP_TO_BITS:
        return pt_eval(pt, term_arg(t, a, 0), mode);
    case OP_BV_AND:
    case OP_BV_OR:
    case OP_BV_XOR:
    case OP_BV_CONCAT:
    case OP_BV_EXTRACT:
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        return eval_all(pt, a);
    default: // the object is not kept, unless another operation takes this one back
        return eval_mangled(pt, a);
    }
}

Place pt_eval(PointsTo *pt, Term a, Mode mode) {
    assert(a.id);
    uint32_t index;
    uint64_t key = (uint64_t)a.id << 1 | (mode == NUMBER);
    if (map_get(&pt->term_place, key, &index))
        return pt->places.at[index];
    Place at = eval_new(pt, a, mode);
    assert(at.node < pt->nodes.count);
    map_put(&pt->term_place, key, pt->places.count);
    vec_push(&pt->places, at);
    return at;
}

Mode pt_mode_of(const PointsTo *pt, VarId var) {
    const Var *v = &pt->p->vars.at[var];
    return v->pointer && !v->from_number ? POINTER : NUMBER;
}

// May the value be a number, other than one of the first page, that comes from no variable?
bool pt_is_number(PointsTo *pt, Term a, Mode mode) {
    Terms *t = pt->p->terms;
    enum { PAGE = 4096 };
    if (!pt_has_place(t, term_sort(t, a)))
        return false;
    if (term_is_const(t, a))
        return pt_const_offset(t, a) < 0 || pt_const_offset(t, a) >= PAGE;
    if (term_op(t, a) == OP_ITE)
        return pt_is_number(pt, term_arg(t, a, 1), mode) || pt_is_number(pt, term_arg(t, a, 2), mode);
    return term_op(t, a) != OP_VAR && !pt_eval(pt, a, mode).node;
}
