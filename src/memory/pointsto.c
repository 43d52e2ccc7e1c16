#include "memory/pointsto.h"
#include "program/edit.h"
#include <stdlib.h>
#include <string.h>

typedef struct Field {
    int64_t offset;
    uint32_t bytes;   // widest access
    bool mixed;       // accesses of several widths, or of parts
    Place content;    // what the pointers stored here point to
    uint32_t cluster; // after the analysis
} Field;

typedef struct Node {
    uint32_t parent;  // 0: a representative
    int64_t shift;    // offset here + shift = offset in the parent
    uint64_t modulus; // offsets are equal modulo this; 0: only if equal
    bool input;       // a pointer to it is an input
    bool wild;        // so it is, or may be: after the analysis
    bool raw;
    bool foreign;      // others may write it: its pointers may be anything
    bool outside;      // a pointer to it comes from outside
    bool given;        // its objects are handed out to functions without body
    bool called;       // a call goes through a pointer to it
    bool washed;       // a pointer to it went through arithmetic that does not keep the object: MUL, NEG, floats, ...
    bool lost;         // a pointer to it is made of the distance of two objects, which is an input
    bool altered;      // a pointer to it is made of a number by masks, sums, or the like
    bool numbered;     // a pointer to it may be a number that the program wrote, other than null
    bool filled;       // its bytes may be such numbers: by SET
    bool any_number;   // a pointer to it may be a number from an input, or of memory that was never written
    VEC(Field) fields; // by offset
    VEC(struct ObjectStart) objects;
} Node;

typedef struct Pair {
    Place a, b;
} Pair;

struct PointsTo {
    Program *p;
    VEC(Node) nodes;
    VEC(Place) var_place;      // by VarId
    VEC(uint32_t) object_node; // by ObjId
    Map result_place;          // function << 16 | result -> index in places
    VEC(Place) places;
    Map term_place;     // cache of 'eval': term, mode -> index in places
    Map wash_place;     // what arithmetic that loses the object gives: term -> index in places
    VEC(Pair) pending;  // to be unified
    VEC(Place) laundry; // what went into such arithmetic
    Place thread_result;
    bool *given;       // by ObjId: handed out
    bool *called_back; // by ObjId: a function that functions without body can reach
    bool havocs;       // there are such functions that write
    bool aliases;      // what comes from outside was joined
    uint64_t merges;   // grows when something was unified
    uint32_t clusters;
    VEC(FieldInfo) infos; // by cluster
};

static uint64_t gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static uint64_t distance(int64_t a, int64_t b) {
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

// ---- nodes ----
static uint32_t new_node(PointsTo *pt) {
    (void)vec_add(&pt->nodes);
    return pt->nodes.count - 1;
}

static int64_t wrap(const Node *n, int64_t offset) {
    if (!n->modulus)
        return offset;
    int64_t m = (int64_t)n->modulus, r = offset % m;
    return r < 0 ? r + m : r;
}

static Place find(PointsTo *pt, Place at) {
    while (pt->nodes.at[at.node].parent) {
        Node *n = &pt->nodes.at[at.node], *up = &pt->nodes.at[n->parent];
        if (up->parent) { // halve the path
            n->shift += up->shift;
            n->parent = up->parent;
        }
        at.offset += n->shift;
        at.node = n->parent;
    }
    at.offset = wrap(&pt->nodes.at[at.node], at.offset);
    return at;
}

static uint32_t field_index(const Node *n, int64_t offset) { // first field at or after
    uint32_t low = 0, high = n->fields.count;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (n->fields.at[mid].offset < offset)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static void want_equal(PointsTo *pt, Place a, Place b) {
    if (a.node && b.node)
        vec_push(&pt->pending, (Pair){ a, b });
}

static void add_field(PointsTo *pt, uint32_t node, Field f) {
    Node *n = &pt->nodes.at[node];
    uint32_t i = field_index(n, f.offset);
    if (i < n->fields.count && n->fields.at[i].offset == f.offset) {
        Field *have = &n->fields.at[i];
        have->mixed |= f.mixed || (have->bytes && f.bytes && have->bytes != f.bytes);
        if (f.bytes > have->bytes)
            have->bytes = f.bytes;
        if (have->content.node)
            want_equal(pt, have->content, f.content);
        else
            have->content = f.content;
        return;
    }
    vec_push(&n->fields, f);
    memmove(&n->fields.at[i + 1], &n->fields.at[i], (n->fields.count - 1 - i) * sizeof f);
    n->fields.at[i] = f;
}

static void set_modulus(PointsTo *pt, uint32_t node, uint64_t modulus) {
    Node *n = &pt->nodes.at[node];
    modulus = gcd(n->modulus, modulus);
    if (modulus == n->modulus)
        return;
    pt->merges++;
    n->modulus = modulus;
    VEC(Field) old = { n->fields.at, n->fields.count, n->fields.room };
    n->fields.at = NULL;
    n->fields.count = n->fields.room = 0;
    for (uint32_t i = 0; i < old.count; i++) {
        old.at[i].offset = wrap(n, old.at[i].offset);
        add_field(pt, node, old.at[i]);
        n = &pt->nodes.at[node];
    }
    for (uint32_t i = 0; i < n->objects.count; i++)
        n->objects.at[i].offset = wrap(n, n->objects.at[i].offset);
    vec_free(&old);
}

// Makes node b part of node a, where offset x of b is x + shift of a.
static void absorb(PointsTo *pt, uint32_t a, uint32_t b, int64_t shift) {
    Node old = pt->nodes.at[b];
    pt->merges++;
    pt->nodes.at[b] = (Node){ .parent = a, .shift = shift };
    set_modulus(pt, a, old.modulus);
    for (uint32_t i = 0; i < old.fields.count; i++) {
        Field f = old.fields.at[i];
        f.offset = wrap(&pt->nodes.at[a], f.offset + shift);
        add_field(pt, a, f);
    }
    Node *n = &pt->nodes.at[a];
    n->input |= old.input;
    n->raw |= old.raw;
    n->foreign |= old.foreign;
    n->outside |= old.outside;
    n->given |= old.given;
    n->called |= old.called;
    n->washed |= old.washed;
    n->lost |= old.lost;
    n->altered |= old.altered;
    n->numbered |= old.numbered;
    n->filled |= old.filled;
    n->any_number |= old.any_number;
    for (uint32_t i = 0; i < old.objects.count; i++)
        vec_push(&n->objects,
                 (struct ObjectStart){ old.objects.at[i].object, wrap(n, old.objects.at[i].offset + shift) });
    vec_free(&old.fields);
    vec_free(&old.objects);
}

static void unify_now(PointsTo *pt, Place a, Place b) {
    a = find(pt, a);
    b = find(pt, b);
    if (a.node == b.node) {
        set_modulus(pt, a.node, distance(a.offset, b.offset));
        return;
    }
    const Node *na = &pt->nodes.at[a.node], *nb = &pt->nodes.at[b.node];
    if (na->fields.count + na->objects.count >= nb->fields.count + nb->objects.count)
        absorb(pt, a.node, b.node, a.offset - b.offset);
    else
        absorb(pt, b.node, a.node, b.offset - a.offset);
}

static void unify(PointsTo *pt, Place a, Place b) {
    want_equal(pt, a, b);
    while (pt->pending.count) {
        Pair next = vec_pop(&pt->pending);
        unify_now(pt, next.a, next.b);
    }
}

static void stride(PointsTo *pt, Place at, uint64_t bytes) {
    if (!at.node)
        return;
    set_modulus(pt, find(pt, at).node, bytes);
    unify(pt, (Place){ 0 }, (Place){ 0 }); // what became equal
}

// ---- what variables, objects and results point to ----
static Place var_place(PointsTo *pt, VarId var) {
    const Var *v = &pt->p->vars.at[var];
    if (v->kind == VAR_ADDRESS)
        return (Place){ pt->object_node.at[v->object], 0 };
    if (!pt->var_place.at[var].node) {
        uint32_t node = new_node(pt);
        pt->var_place.at[var] = (Place){ node, 0 };
    }
    return pt->var_place.at[var];
}

static Place result_place(PointsTo *pt, FuncId func, uint32_t i) {
    uint64_t key = (uint64_t)func << 16 | i;
    uint32_t index;
    if (map_get(&pt->result_place, key, &index))
        return pt->places.at[index];
    Place fresh = { new_node(pt), 0 };
    map_put(&pt->result_place, key, pt->places.count);
    vec_push(&pt->places, fresh);
    return fresh;
}

// Joins 'from' into what the field at 'at' holds; gives what it holds.
static Place content(PointsTo *pt, Place at, uint32_t bytes) {
    at = find(pt, at);
    Field f = { .offset = at.offset, .bytes = bytes };
    add_field(pt, at.node, f);
    unify(pt, (Place){ 0 }, (Place){ 0 });
    at = find(pt, at);
    Node *n = &pt->nodes.at[at.node];
    uint32_t i = field_index(n, at.offset);
    if (!n->fields.at[i].content.node) {
        uint32_t node = new_node(pt);
        pt->nodes.at[at.node].fields.at[i].content = (Place){ node, 0 };
    }
    return pt->nodes.at[at.node].fields.at[i].content;
}

// ---- expressions ----
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

static int64_t const_offset(Terms *t, Term a);

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
    return term_is_const(t, c) && const_offset(t, c) == -1 && is_pointer(pt, x);
}

static int64_t const_offset(Terms *t, Term a) {
    uint64_t low, high;
    uint32_t width = sort_width(t, term_sort(t, a));
    term_bits(t, a, &low, &high);
    return width >= 64 ? (int64_t)low : (int64_t)(low << (64 - width)) >> (64 - width);
}

// A number that divides every value of 'a' (0: the value is 0).
static uint64_t divisor(Terms *t, Term a) {
    switch (term_op(t, a)) {
    case OP_BV_CONST:
        return distance(const_offset(t, a), 0);
    case OP_BV_MUL: {
        Term c = term_arg(t, a, 0);
        c = term_is_const(t, c) ? c : term_arg(t, a, 1);
        return term_is_const(t, c) ? distance(const_offset(t, c), 0) : 1;
    }
    case OP_BV_SHL: {
        Term by = term_arg(t, a, 1);
        int64_t n = term_is_const(t, by) ? const_offset(t, by) : 0;
        return n >= 0 && n < 32 ? 1ull << n : 1;
    }
    case OP_BV_NEG:
        return divisor(t, term_arg(t, a, 0));
    case OP_BV_ADD: {
        uint64_t d = 0;
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            d = gcd(d, divisor(t, term_arg(t, a, i)));
        return d;
    }
    case OP_BV_ZEXT:
    case OP_BV_SEXT: // what wraps around is a multiple of a power of 2 only
        return gcd(divisor(t, term_arg(t, a, 0)), 1ull << 32);
    case OP_ITE:
        return gcd(divisor(t, term_arg(t, a, 1)), divisor(t, term_arg(t, a, 2)));
    default:
        return 1;
    }
}

// The same of numbers, of which a product may wrap around: then it is a multiple of a power of 2 only.
static uint64_t number_divisor(Terms *t, Term a) {
    uint64_t d = divisor(t, a), power = d & -d;
    if (term_op(t, a) != OP_BV_MUL || term_arity(t, a) != 2)
        return term_is_const(t, a) ? d : power;
    Term x = term_arg(t, a, term_is_const(t, term_arg(t, a, 0)) ? 1 : 0);
    if (term_op(t, x) != OP_BV_ZEXT && term_op(t, x) != OP_BV_SEXT)
        return power;
    uint32_t width = sort_width(t, term_sort(t, a)), from = sort_width(t, term_sort(t, term_arg(t, x, 0)));
    return width <= 64 && from + 1 < width && d < 1ull << (width - from - 1) ? d : power;
}

// How to take an expression.  POINTER: as C's arithmetic of pointers, which stays in the object of the one pointer in a
// sum.  NUMBER: as integers; each of its parts may be the address, and sums wrap around.
typedef enum Mode { POINTER, NUMBER } Mode;
static Place eval(PointsTo *pt, Term a, Mode mode);

// May it be an address, or made of one?  What is not yet known to be is looked at in the next round.
static bool carries(PointsTo *pt, Place at) {
    if (!at.node)
        return false;
    const Node *n = &pt->nodes.at[find(pt, at).node];
    return n->objects.count || n->washed || n->lost || n->input;
}

static void set_flag(PointsTo *pt, bool *flag) {
    pt->merges += !*flag;
    *flag = true;
}

static void join_bytes(PointsTo *pt, Place *base, Place at) {
    stride(pt, at, 1);
    if (base->node) {
        stride(pt, *base, 1);
        unify(pt, *base, at);
    } else {
        *base = at;
    }
}

static Place altered(PointsTo *pt, Place at) {
    if (at.node)
        set_flag(pt, &pt->nodes.at[find(pt, at).node].altered);
    return at;
}

// What arithmetic gives that does not keep the object.
static Place washed(PointsTo *pt, Term a) {
    uint32_t index;
    if (!map_get(&pt->wash_place, a.id, &index)) {
        index = pt->places.count;
        vec_push(&pt->places, (Place){ new_node(pt), 0 });
        map_put(&pt->wash_place, a.id, index);
    }
    Place at = pt->places.at[index];
    set_flag(pt, &pt->nodes.at[find(pt, at).node].washed);
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
    return term_is_const(t, c) && const_offset(t, c) == -1 ? term_arg(t, a, 1 - k) : (Term){ 0 };
}

// Takes the place of an address that is taken away from one added of the same objects: their distance is a number.
static bool cancel(PointsTo *pt, Place *added, uint32_t n, Place minus) {
    for (uint32_t i = 0; i < n; i++)
        if (added[i].node && find(pt, added[i]).node == find(pt, minus).node) {
            added[i].node = 0;
            return true;
        }
    return false;
}

static Place eval_number_sum(PointsTo *pt, Term a) {
    Terms *t = pt->p->terms;
    uint32_t n = term_arity(t, a);
    int64_t offset = 0;
    uint64_t step = 0;
    bool left = false;
    Place base = { 0 }, *added = base_alloc(n * sizeof *added);
    for (uint32_t i = 0; i < n; i++) {
        Term part = term_arg(t, a, i);
        Place at = term_is_const(t, part) || taken_away(t, part).id ? (Place){ 0 } : eval(pt, part, NUMBER);
        added[i] = carries(pt, at) ? at : (Place){ 0 };
        if (term_is_const(t, part))
            offset = (int64_t)((uint64_t)offset + (uint64_t)const_offset(t, part));
        else if (!added[i].node)
            step = gcd(step, number_divisor(t, part));
    }
    for (uint32_t i = 0; i < n; i++) {
        Term minus = taken_away(t, term_arg(t, a, i));
        Place at = minus.id ? eval(pt, minus, NUMBER) : (Place){ 0 };
        if (!carries(pt, at))
            continue;
        step = 1;
        if (cancel(pt, added, n, at))
            continue;
        vec_push(&pt->laundry, at);
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
            vec_push(&pt->laundry, added[i]);
    }
    free(added);
    if (left)
        return washed(pt, a);
    if (base.node && step)
        stride(pt, base, step);
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
            offset = (int64_t)((uint64_t)offset + (uint64_t)const_offset(t, part));
        } else if (is_pointer(pt, part)) {
            Place at = eval(pt, part, POINTER);
            if (base.node && at.node) { // not clear what is added to what
                stride(pt, base, 1);
                stride(pt, at, 1);
                unify(pt, base, at);
            }
            base = base.node ? base : at;
        } else {
            step = gcd(step, divisor(t, part));
        }
    }
    if (!base.node)
        return base;
    if (step)
        stride(pt, base, step);
    base.offset += offset;
    return base;
}

static bool has_place(const Terms *t, Sort s) {
    return sort_kind(t, s) == SORT_BV || sort_kind(t, s) == SORT_FLOAT;
}

static Place eval_all(PointsTo *pt, Term a) { // arguments taken apart and put together
    Terms *t = pt->p->terms;
    Place base = { 0 };
    for (uint32_t i = 0; i < term_arity(t, a); i++) {
        Place at = eval(pt, term_arg(t, a, i), NUMBER);
        if (carries(pt, at))
            join_bytes(pt, &base, at);
    }
    return altered(pt, base);
}

static Place eval_washed(PointsTo *pt, Term a) {
    Terms *t = pt->p->terms;
    bool any = false;
    if (!has_place(t, term_sort(t, a)))
        return (Place){ 0 };
    for (uint32_t i = 0; i < term_arity(t, a); i++) {
        Term arg = term_arg(t, a, i);
        Place at = has_place(t, term_sort(t, arg)) ? eval(pt, arg, NUMBER) : (Place){ 0 };
        if (!carries(pt, at))
            continue;
        vec_push(&pt->laundry, at);
        any = true;
    }
    return any ? washed(pt, a) : (Place){ 0 };
}

static Place eval_new(PointsTo *pt, Term a, Mode mode) {
    Terms *t = pt->p->terms;
    switch (term_op(t, a)) {
    case OP_VAR: {
        VarId var = program_var_of(pt->p, a);
        return var && has_place(t, term_sort(t, a)) ? var_place(pt, var) : (Place){ 0 };
    }
    case OP_BV_ADD:
        return eval_sum(pt, a, mode);
    case OP_ITE: {
        Place x = eval(pt, term_arg(t, a, 1), mode), y = eval(pt, term_arg(t, a, 2), mode);
        unify(pt, x, y);
        return x.node ? x : y;
    }
    case OP_FP_FROM_BITS:
    case OP_FP_TO_BITS:
        return eval(pt, term_arg(t, a, 0), mode);
    case OP_BV_AND:
    case OP_BV_OR:
    case OP_BV_XOR:
    case OP_BV_CONCAT:
    case OP_BV_EXTRACT:
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        return eval_all(pt, a);
    default: // the object is not kept, unless another operation takes this one back
        return eval_washed(pt, a);
    }
}

static Place eval(PointsTo *pt, Term a, Mode mode) {
    uint32_t index;
    uint64_t key = (uint64_t)a.id << 1 | (mode == NUMBER);
    if (map_get(&pt->term_place, key, &index))
        return pt->places.at[index];
    Place at = eval_new(pt, a, mode);
    map_put(&pt->term_place, key, pt->places.count);
    vec_push(&pt->places, at);
    return at;
}

static Mode mode_of(const PointsTo *pt, VarId var) {
    const Var *v = &pt->p->vars.at[var];
    return v->pointer && !v->from_number ? POINTER : NUMBER;
}

// ---- commands ----
// May the value be a number, other than one of the first page, that comes from no variable?
static bool is_number(PointsTo *pt, Term a, Mode mode) {
    Terms *t = pt->p->terms;
    enum { PAGE = 4096 };
    if (!has_place(t, term_sort(t, a)))
        return false;
    if (term_is_const(t, a))
        return const_offset(t, a) < 0 || const_offset(t, a) >= PAGE;
    if (term_op(t, a) == OP_ITE)
        return is_number(pt, term_arg(t, a, 1), mode) || is_number(pt, term_arg(t, a, 2), mode);
    return term_op(t, a) != OP_VAR && !eval(pt, a, mode).node;
}

// The value becomes what is at 'to'.
static void take(PointsTo *pt, Place to, Term value, Mode mode) {
    unify(pt, to, eval(pt, value, mode));
    if (to.node && is_number(pt, value, mode))
        set_flag(pt, &pt->nodes.at[find(pt, to).node].numbered);
}

static void bind(PointsTo *pt, const Cmd *cmd, FuncId callee, Passed passed) {
    const Function *f = &pt->p->funcs.at[callee];
    for (uint32_t i = 0; !f->blind && i < passed.args; i++)
        take(pt, var_place(pt, f->params.at[i]), cmd->terms[i], mode_of(pt, f->params.at[i]));
    for (uint32_t i = 0; i < passed.results; i++)
        unify(pt, var_place(pt, cmd->vars[i]), result_place(pt, callee, i));
}

static void bind_call(PointsTo *pt, const Cmd *cmd, FuncId callee) {
    bind(pt, cmd, callee, (Passed){ cmd->n, cmd->n_vars });
}

static void set_input(PointsTo *pt, VarId var, InputKind kind) {
    Place at = find(pt, var_place(pt, var)); // may add a node
    pt->nodes.at[at.node].any_number = true;
    if (!pt->p->vars.at[var].pointer)
        return;
    set_flag(pt, &pt->nodes.at[at.node].input);
    pt->nodes.at[at.node].outside |= kind == INPUT_EXTERNAL || kind == INPUT_NONDET;
}

// By a pointer that may have another type.
static void bind_indirect(PointsTo *pt, const Cmd *cmd, FuncId callee) {
    const Function *f = &pt->p->funcs.at[callee];
    if (!f->defined || !call_is_modelled(pt->p, cmd, callee))
        return;
    Passed passed = call_passes(pt->p, cmd, callee);
    if (call_fits(pt->p, cmd, callee))
        passed = (Passed){ cmd->n, cmd->n_vars };
    bind(pt, cmd, callee, passed);
    for (uint32_t i = passed.args; i < f->params.count; i++)
        set_input(pt, f->params.at[i], INPUT_UNINIT);
    for (uint32_t i = passed.results; i < cmd->n_vars; i++)
        set_input(pt, cmd->vars[i], INPUT_UNINIT);
}

bool pointsto_targets(PointsTo *pt, const Cmd *call, VecU32 *out) {
    Place at = eval(pt, call->a, POINTER);
    if (!at.node)
        return true; // a number
    const Node *n = &pt->nodes.at[find(pt, at).node];
    for (uint32_t i = 0; i < n->objects.count; i++) {
        const Object *o = &pt->p->objects.at[n->objects.at[i].object];
        if (o->kind == OBJ_FUNCTION && o->func)
            vec_push(out, o->func);
    }
    return !n->wild;
}

static void set_called(PointsTo *pt, Term function) {
    Place at = eval(pt, function, POINTER);
    if (at.node)
        pt->nodes.at[find(pt, at).node].called = true;
}

static void visit_thread(PointsTo *pt, const Cmd *cmd) {
    VecU32 targets = { 0 };
    if (cmd->callee)
        vec_push(&targets, cmd->callee);
    else
        pointsto_targets(pt, cmd, &targets);
    for (uint32_t i = 0; i < targets.count; i++) {
        const Function *f = &pt->p->funcs.at[targets.at[i]];
        if (f->params.count)
            unify(pt, var_place(pt, f->params.at[0]), eval(pt, cmd->b, POINTER));
        if (f->results.count)
            unify(pt, pt->thread_result, result_place(pt, targets.at[i], 0));
    }
    vec_free(&targets);
}

static void set_raw(PointsTo *pt, Term address) {
    Place at = eval(pt, address, POINTER);
    if (at.node)
        pt->nodes.at[find(pt, at).node].raw = true;
}

// What a function without body is given.
static void hand_out(PointsTo *pt, const Cmd *outside) {
    pt->havocs |= cmd_is_outside(outside);
    for (uint32_t i = 0; i < outside->n; i++) {
        Place at = eval(pt, outside->terms[i], POINTER);
        if (at.node)
            pt->nodes.at[find(pt, at).node].given = true;
    }
}

// Where a number goes around a loop with a step, it wraps around: only a power of 2 in the step is left.
static void assign(PointsTo *pt, VarId var, Term value) {
    Mode mode = mode_of(pt, var);
    Place to = var_place(pt, var), at = eval(pt, value, mode);
    if (mode == NUMBER && at.node) {
        Place x = find(pt, to), y = find(pt, at);
        uint64_t step = x.node == y.node ? distance(x.offset, y.offset) : 0;
        if (step)
            stride(pt, to, step & -step);
    }
    take(pt, to, value, mode);
}

// The distance of two objects, as order.h left it open.
static bool is_distance(const PointsTo *pt, const Cmd *c) {
    bool number = has_place(pt->p->terms, pt->p->vars.at[c->var].sort);
    return number && c->text.id && !strcmp(program_text(pt->p, c->text), ORDER_OF_ADDRESSES);
}

static void visit(PointsTo *pt, const Edge *e) {
    const Cmd *c = &e->cmd;
    const Program *p = pt->p;
    switch (c->kind) {
    case CMD_ASSIGN:
        for (uint32_t i = 0; i < c->n; i++)
            if (has_place(p->terms, p->vars.at[c->vars[i]].sort))
                assign(pt, c->vars[i], c->terms[i]);
        break;
    case CMD_INPUT:
        if (is_distance(pt, c))
            set_flag(pt, &pt->nodes.at[find(pt, var_place(pt, c->var)).node].lost);
        else if (has_place(p->terms, p->vars.at[c->var].sort))
            set_input(pt, c->var, c->input);
        break;
    case CMD_LOAD:
    case CMD_STORE: {
        Place at = eval(pt, c->a, POINTER);
        if (!at.node)
            break; // a constant address: no object of the program
        Place holds = content(pt, at, c->bytes);
        if (c->kind == CMD_STORE)
            take(pt, holds, c->b, c->number ? NUMBER : POINTER);
        else if (has_place(p->terms, p->vars.at[c->var].sort))
            unify(pt, holds, var_place(pt, c->var));
        break;
    }
    case CMD_COPY:
        unify(pt, eval(pt, c->a, POINTER), eval(pt, c->b, POINTER));
        break;
    case CMD_SET: {
        Place at = eval(pt, c->a, POINTER);
        if (at.node && !(term_is_const(p->terms, c->b) && const_offset(p->terms, c->b) == 0))
            set_flag(pt, &pt->nodes.at[find(pt, at).node].filled);
        break;
    }
    case CMD_HAVOC: {
        hand_out(pt, c);
        Place at = c->a.id ? eval(pt, c->a, POINTER) : (Place){ 0 };
        if (at.node)
            pt->nodes.at[find(pt, at).node].foreign = pt->nodes.at[find(pt, at).node].raw = true;
        break;
    }
    case CMD_ALLOC:
        unify(pt, var_place(pt, c->var), (Place){ pt->object_node.at[c->object], 0 });
        break;
    case CMD_CALL:
        if (c->callee) {
            bind_call(pt, c, c->callee);
        } else {
            VecU32 targets = { 0 };
            set_called(pt, c->a);
            pointsto_targets(pt, c, &targets);
            for (uint32_t i = 0; i < targets.count; i++)
                bind_indirect(pt, c, targets.at[i]);
            vec_free(&targets);
        }
        break;
    case CMD_RETURN: {
        FuncId func = p->locs.at[e->from].func;
        for (uint32_t i = 0; i < c->n; i++)
            take(pt, result_place(pt, func, i), c->terms[i], c->number ? NUMBER : POINTER);
        break;
    }
    case CMD_PRINT:
        for (uint32_t i = 0; i < c->n; i++)
            set_raw(pt, c->terms[i]);
        break;
    case CMD_THREAD_CREATE:
        visit_thread(pt, c);
        break;
    case CMD_THREAD_JOIN:
        unify(pt, var_place(pt, c->var), pt->thread_result);
        break;
    case CMD_THREAD_EXIT:
        unify(pt, eval(pt, c->a, POINTER), pt->thread_result);
        break;
    default:
        break;
    }
}

static void visit_objects(PointsTo *pt) {
    const Program *p = pt->p;
    for (ObjId o = 1; o < p->objects.count; o++) {
        const Object *object = &p->objects.at[o];
        for (uint32_t i = 0; i < object->relocs.count; i++) {
            const Reloc *r = &object->relocs.at[i];
            Place holds = content(pt, (Place){ pt->object_node.at[o], (int64_t)r->offset }, p->pointer_bits / 8);
            unify(pt, holds, (Place){ pt->object_node.at[r->object], r->addend });
        }
        if (object->external) {
            Node *n = &pt->nodes.at[find(pt, (Place){ pt->object_node.at[o], 0 }).node];
            n->raw = n->foreign = n->given = true;
        }
    }
}

// ---- fields that overlap ----
static bool wraps(const Node *n, const Field *f) {
    return n->modulus && f->bytes > n->modulus;
}

// Calls 'each' for every two neighbouring fields that overlap, also around the modulus.
static void overlaps(PointsTo *pt, uint32_t node, void (*each)(PointsTo *, uint32_t node, uint32_t i, uint32_t k)) {
    int64_t end = INT64_MIN;
    uint32_t widest = 0;
    for (uint32_t i = 0; i < pt->nodes.at[node].fields.count; i++) {
        const Field *f = &pt->nodes.at[node].fields.at[i];
        if (i && f->offset < end)
            each(pt, node, widest, i);
        if (f->offset + (int64_t)f->bytes > end) {
            end = f->offset + (int64_t)f->bytes;
            widest = i;
        }
    }
    const Node *n = &pt->nodes.at[node];
    if (!n->modulus || n->fields.count < 2)
        return;
    for (uint32_t i = 0; i < pt->nodes.at[node].fields.count; i++) {
        n = &pt->nodes.at[node];
        if (n->fields.at[i].offset + (int64_t)n->modulus < end)
            each(pt, node, widest, i);
    }
}

static void join_contents(PointsTo *pt, uint32_t node, uint32_t i, uint32_t k) {
    const Node *n = &pt->nodes.at[node];
    Field *a = &n->fields.at[i], *b = &n->fields.at[k];
    if (!a->content.node)
        a->content = b->content;
    else if (!b->content.node)
        b->content = a->content;
    else {
        Place x = find(pt, a->content), y = find(pt, b->content);
        if (x.node != y.node || x.offset != y.offset)
            want_equal(pt, x, y);
    }
}

static void join_overlaps(PointsTo *pt) {
    for (uint32_t node = 1; node < pt->nodes.count; node++)
        if (!pt->nodes.at[node].parent)
            overlaps(pt, node, join_contents);
    unify(pt, (Place){ 0 }, (Place){ 0 });
}

// ---- clusters: the parts of memory ----
static void same_cluster(PointsTo *pt, uint32_t node, uint32_t i, uint32_t k) {
    const Node *n = &pt->nodes.at[node];
    uint32_t from = n->fields.at[k].cluster, to = n->fields.at[i].cluster;
    for (uint32_t j = 0; j < n->fields.count; j++)
        if (n->fields.at[j].cluster == from)
            n->fields.at[j].cluster = to;
    pt->infos.at[to].bytes = 0;
}

static bool is_array(const PointsTo *pt, const Node *n) {
    if (n->modulus || n->objects.count != 1 || n->wild)
        return true;
    const Object *o = &pt->p->objects.at[n->objects.at[0].object];
    return o->kind == OBJ_HEAP || o->kind == OBJ_FUNCTION;
}

static void number_clusters(PointsTo *pt) {
    vec_resize(&pt->infos, 1);
    for (uint32_t node = 1; node < pt->nodes.count; node++) {
        Node *n = &pt->nodes.at[node];
        if (n->parent)
            continue;
        for (uint32_t i = 0; i < n->fields.count; i++) {
            Field *f = &n->fields.at[i];
            f->cluster = pt->infos.count;
            bool uniform = !f->mixed && !wraps(n, f);
            vec_push(&pt->infos, (FieldInfo){ f->cluster, uniform ? f->bytes : 0, is_array(pt, n) });
        }
        overlaps(pt, node, same_cluster);
    }
    pt->clusters = pt->infos.count - 1;
}

// Copying or setting a part of a cell takes it apart: such cells are bytes.
static void mark_parts(PointsTo *pt, Term address, Term size) {
    Terms *t = pt->p->terms;
    Place at = eval(pt, address, POINTER);
    if (!at.node)
        return;
    at = find(pt, at);
    Node *n = &pt->nodes.at[at.node];
    uint64_t multiple = divisor(t, size);
    bool known = term_is_const(t, size);
    int64_t end = known ? at.offset + const_offset(t, size) : 0;
    for (uint32_t i = 0; i < n->fields.count; i++) {
        Field *f = &n->fields.at[i];
        if (!f->bytes)
            continue;
        if (n->modulus || !known) { // whole strides only, from the start of a cell
            uint64_t unit = n->modulus ? n->modulus : f->bytes;
            bool at_start =
                (n->modulus ? n->fields.count == 1 : true) && distance(f->offset, at.offset) % f->bytes == 0;
            bool whole =
                multiple % unit == 0 || (n->fields.count == 1 && multiple % f->bytes == 0 && unit % f->bytes == 0);
            if (known && n->modulus && n->fields.count > 1) { // a part of one element: look at its cells
                int64_t last = at.offset + const_offset(t, size);
                bool inside = last <= (int64_t)n->modulus;
                int64_t from = f->offset, to = f->offset + f->bytes;
                at_start = !(from < at.offset && at.offset < to);
                whole = inside ? !(from < last && last < to) : multiple % unit == 0;
            } else if (n->modulus && n->fields.count > 1) {
                at_start = !(f->offset < at.offset && at.offset < f->offset + f->bytes);
                whole = multiple % unit == 0;
            }
            f->mixed |= !at_start || !whole;
        } else {
            int64_t from = f->offset, to = f->offset + f->bytes;
            f->mixed |= (from < at.offset && at.offset < to) || (from < end && end < to);
        }
    }
}

static void mark_all_parts(PointsTo *pt) {
    for (EdgeId e = 1; e < pt->p->edges.count; e++) {
        const Edge *edge = &pt->p->edges.at[e];
        if (!edge->from)
            continue;
        if (edge->cmd.kind == CMD_COPY || edge->cmd.kind == CMD_SET)
            mark_parts(pt, edge->cmd.a, edge->cmd.c);
        if (edge->cmd.kind == CMD_COPY)
            mark_parts(pt, edge->cmd.b, edge->cmd.c);
    }
}

// ---- memory that inputs point into ----
// Memory we know nothing of, or that others may write, holds pointers we know nothing of.  A pointer
// that never got the address of an object was read from memory that was never written: an input too.
static void spread_wild(PointsTo *pt) {
    VecU32 work = { 0 };
    for (uint32_t node = 1; node < pt->nodes.count; node++) {
        Node *n = &pt->nodes.at[node];
        n->wild = n->input || n->outside || (!n->parent && !n->objects.count);
        if (!n->parent && (n->wild || n->foreign))
            vec_push(&work, node);
    }
    while (work.count) {
        uint32_t node = vec_pop(&work);
        for (uint32_t i = 0; i < pt->nodes.at[node].fields.count; i++) {
            Place to = pt->nodes.at[node].fields.at[i].content;
            Node *n = to.node ? &pt->nodes.at[find(pt, to).node] : NULL;
            if (!n || n->wild)
                continue;
            n->wild = true;
            vec_push(&work, find(pt, to).node);
        }
    }
    vec_free(&work);
}

// Does an initial value have bytes other than zero and addresses?
static bool has_numbers(const Object *o, uint32_t pointer_bytes) {
    uint64_t next = 0;
    for (uint64_t i = 0; o->init && i < o->size; i++) {
        while (next < o->relocs.count && o->relocs.at[next].offset + pointer_bytes <= i)
            next++;
        bool address = next < o->relocs.count && o->relocs.at[next].offset <= i;
        if (o->init[i] && !address)
            return true;
    }
    return false;
}

static bool holds_numbers(const PointsTo *pt, const Node *n) {
    for (uint32_t i = 0; i < n->objects.count; i++)
        if (has_numbers(&pt->p->objects.at[n->objects.at[i].object], pt->p->pointer_bits / 8))
            return true;
    return n->filled;
}

// A number of memory that was never written, or that others may write, is like an input.
static void spread_numbers(PointsTo *pt) {
    for (uint64_t before = pt->merges + 1; before != pt->merges;) {
        before = pt->merges;
        for (uint32_t node = 1; node < pt->nodes.count; node++) {
            const Node *n = &pt->nodes.at[node];
            bool gives = n->wild || n->foreign || n->any_number;
            for (uint32_t i = 0; i < n->objects.count; i++) {
                const Object *o = &pt->p->objects.at[n->objects.at[i].object];
                gives |= o->kind == OBJ_HEAP || o->kind == OBJ_STACK || o->external || o->made;
            }
            bool numbers = n->fields.count && holds_numbers(pt, n);
            for (uint32_t i = 0; (gives || numbers) && i < pt->nodes.at[node].fields.count; i++) {
                Place to = pt->nodes.at[node].fields.at[i].content;
                if (to.node && gives)
                    set_flag(pt, &pt->nodes.at[find(pt, to).node].any_number);
                if (to.node && numbers)
                    set_flag(pt, &pt->nodes.at[find(pt, to).node].numbered);
            }
        }
    }
}

// ---- the analysis ----
static bool from_nowhere(const Node *n) {
    return !n->objects.count && !n->input;
}

// An access through a pointer that went through arithmetic that loses the object, or that comes from nowhere, may go
// wherever such pointers go.
static void join_laundry(PointsTo *pt, Term address) {
    Place at = address.id ? eval(pt, address, POINTER) : (Place){ 0 };
    if (!at.node)
        return;
    const Node *n = &pt->nodes.at[find(pt, at).node];
    if (!n->washed && !from_nowhere(n))
        return;
    for (uint32_t i = 0; i < pt->laundry.count; i++) {
        Place from = find(pt, pt->laundry.at[i]);
        if (!pt->nodes.at[from.node].objects.count)
            continue;
        stride(pt, from, 1);
        stride(pt, at, 1);
        unify(pt, at, from);
    }
}

static void join_all_laundry(PointsTo *pt) {
    for (EdgeId e = 1; pt->laundry.count && e < pt->p->edges.count; e++) {
        const Cmd *c = &pt->p->edges.at[e].cmd;
        if (!pt->p->edges.at[e].from)
            continue;
        switch (c->kind) {
        case CMD_COPY:
            join_laundry(pt, c->b);
            join_laundry(pt, c->a);
            break;
        case CMD_LOAD:
        case CMD_STORE:
        case CMD_SET:
        case CMD_HAVOC:
        case CMD_FREE:
        case CMD_OBJECT_SIZE:
        case CMD_CALL:
        case CMD_THREAD_CREATE:
            join_laundry(pt, c->a);
            break;
        default:
            break;
        }
    }
}

static void follow_all(PointsTo *pt) {
    uint64_t before;
    do {
        before = pt->merges;
        map_free(&pt->term_place);
        pt->laundry.count = 0;
        for (EdgeId e = 1; e < pt->p->edges.count; e++)
            if (pt->p->edges.at[e].from)
                visit(pt, &pt->p->edges.at[e]);
        join_overlaps(pt);
        join_all_laundry(pt);
    } while (pt->merges != before);
}

// A call through a pointer that may come from outside reaches a function of the environment, too.
static void bind_outside(PointsTo *pt) {
    for (EdgeId e = 1; e < pt->p->edges.count; e++) {
        const Cmd *c = &pt->p->edges.at[e].cmd;
        if (!pt->p->edges.at[e].from || c->kind != CMD_CALL || c->callee)
            continue;
        Place at = eval(pt, c->a, POINTER);
        FuncId outside = at.node && pt->nodes.at[find(pt, at).node].wild ? call_outside(pt->p, c) : 0;
        if (outside)
            bind_call(pt, c, outside);
    }
}

// ---- what is handed out, and what comes from outside ----
// What memory holds that others can reach is handed out, and may have been replaced by a pointer of theirs.
static void spread_given(PointsTo *pt) {
    VecU32 work = { 0 };
    for (uint32_t node = 1; node < pt->nodes.count; node++)
        if (!pt->nodes.at[node].parent && (pt->nodes.at[node].outside || pt->nodes.at[node].given))
            vec_push(&work, node);
    while (work.count) {
        uint32_t node = vec_pop(&work);
        for (uint32_t i = 0; i < pt->nodes.at[node].fields.count; i++) {
            Place to = pt->nodes.at[node].fields.at[i].content;
            Node *n = to.node ? &pt->nodes.at[find(pt, to).node] : NULL;
            if (!n || (n->outside && n->given))
                continue;
            n->outside = n->given = true;
            vec_push(&work, find(pt, to).node);
        }
    }
    vec_free(&work);
}

static Place node_of(PointsTo *pt, ObjId object) {
    return find(pt, (Place){ pt->object_node.at[object], 0 });
}

// A function that is called back gets pointers from outside, and hands out what it returns.
static bool call_back(PointsTo *pt, ObjId o) {
    const Object *object = &pt->p->objects.at[o];
    FuncId f = object->kind == OBJ_FUNCTION ? object->func : 0;
    if (!f || pt->called_back[o] || !pt->nodes.at[node_of(pt, o).node].given)
        return false;
    pt->called_back[o] = true;
    for (uint32_t i = 0; i < pt->p->funcs.at[f].params.count; i++)
        set_input(pt, pt->p->funcs.at[f].params.at[i], INPUT_EXTERNAL);
    for (uint32_t i = 0; i < pt->p->funcs.at[f].results.count; i++)
        pt->nodes.at[find(pt, result_place(pt, f, i)).node].given = true;
    return true;
}

static bool call_all_back(PointsTo *pt) {
    bool more = false;
    for (ObjId o = 1; pt->havocs && o < pt->p->objects.count; o++)
        more |= call_back(pt, o);
    return more;
}

// 'calls': what is handed out so far is called back.
static void follow_from_outside(PointsTo *pt, bool calls) {
    uint64_t before;
    bool more;
    do {
        follow_all(pt);
        spread_given(pt);
        spread_wild(pt);
        before = pt->merges;
        bind_outside(pt);
        more = calls && call_all_back(pt);
    } while (more || pt->merges != before);
}

static bool can_be_written(const PointsTo *pt, const Node *n) {
    for (uint32_t i = 0; i < n->objects.count; i++)
        if (!pt->p->objects.at[n->objects.at[i].object].constant)
            return true;
    return !n->objects.count;
}

// Does the program use a pointer from outside?
static bool uses_outside(const PointsTo *pt) {
    for (uint32_t node = 1; node < pt->nodes.count; node++) {
        const Node *n = &pt->nodes.at[node];
        if (!n->parent && n->outside && (n->fields.count || n->called))
            return true;
    }
    return false;
}

// What a variable that other files can name holds can be had by a pointer from outside to the variable.
static void hand_out_held(PointsTo *pt) {
    for (ObjId o = 1; o < pt->p->objects.count; o++) {
        const Node *n = &pt->nodes.at[node_of(pt, o).node];
        for (uint32_t i = 0; pt->p->objects.at[o].shared && i < n->fields.count; i++)
            if (n->fields.at[i].content.node)
                pt->nodes.at[find(pt, n->fields.at[i].content).node].given = true;
    }
}

// A pointer from outside may point to the middle of an object, but is aligned for its accesses: the distances of
// places are multiples of what divides all offsets and all widths.
static void join_offsets(PointsTo *pt, Place all) {
    Place at = find(pt, all);
    const Node *n = &pt->nodes.at[at.node];
    uint64_t unit = n->modulus;
    for (uint32_t i = 0; i < n->fields.count; i++)
        unit = gcd(gcd(unit, distance(n->fields.at[i].offset, at.offset)), n->fields.at[i].bytes);
    stride(pt, all, unit);
}

// Pointers from outside may point to one object, also of the program.  What they point to holds such pointers.
// Constants that a pointer from outside points to differ in nothing from other memory.
static void join_outside(PointsTo *pt) {
    Place all = { 0 };
    for (uint32_t node = 1; node < pt->nodes.count; node++) {
        const Node *n = &pt->nodes.at[node];
        if (n->parent || !(n->outside || (n->given && can_be_written(pt, n))))
            continue;
        if (!all.node)
            all.node = node;
        unify(pt, all, (Place){ node, 0 });
        join_offsets(pt, all);
    }
    for (ObjId o = 1; o < pt->p->objects.count; o++) {
        const Object *object = &pt->p->objects.at[o];
        if (!object->shared || object->constant)
            continue;
        unify(pt, all, node_of(pt, o));
        join_offsets(pt, all);
    }
    for (uint32_t i = 0; i < pt->nodes.at[find(pt, all).node].fields.count; i++) {
        Place holds = pt->nodes.at[find(pt, all).node].fields.at[i].content;
        if (holds.node && find(pt, holds).node != find(pt, all).node)
            unify(pt, all, (Place){ find(pt, holds).node, 0 });
    }
    join_offsets(pt, all);
}

static void note_given(PointsTo *pt) {
    for (ObjId o = 1; o < pt->p->objects.count; o++) // that a pointer may point to it is not that it is handed out
        pt->given[o] |= pt->nodes.at[node_of(pt, o).node].given && !(pt->aliases && pt->p->objects.at[o].shared);
}

static void analyse(PointsTo *pt) {
    follow_from_outside(pt, true);
    note_given(pt);
    if (pt->p->distinct || !uses_outside(pt))
        return;
    hand_out_held(pt);
    follow_from_outside(pt, false);
    note_given(pt);
    pt->aliases = true;
    uint64_t before;
    do {
        before = pt->merges;
        join_outside(pt);
        follow_from_outside(pt, false);
    } while (pt->merges != before);
    note_given(pt);
}

PointsTo *pointsto_new(Program *p) {
    PointsTo *pt = base_alloc(sizeof *pt);
    pt->p = p;
    vec_resize(&pt->nodes, 1);
    vec_resize(&pt->places, 1);
    vec_resize(&pt->var_place, p->vars.count);
    vec_resize(&pt->object_node, p->objects.count);
    for (ObjId o = 1; o < p->objects.count; o++) {
        uint32_t node = new_node(pt);
        pt->object_node.at[o] = node;
        vec_push(&pt->nodes.at[node].objects, (struct ObjectStart){ o, 0 });
    }
    pt->given = base_alloc(p->objects.count * sizeof *pt->given);
    pt->called_back = base_alloc(p->objects.count * sizeof *pt->called_back);
    pt->thread_result = (Place){ new_node(pt), 0 };
    visit_objects(pt);
    analyse(pt);
    spread_numbers(pt);
    mark_all_parts(pt);
    number_clusters(pt);
    return pt;
}

void pointsto_free(PointsTo *pt) {
    for (uint32_t i = 0; i < pt->nodes.count; i++) {
        vec_free(&pt->nodes.at[i].fields);
        vec_free(&pt->nodes.at[i].objects);
    }
    vec_free(&pt->nodes);
    vec_free(&pt->var_place);
    vec_free(&pt->object_node);
    vec_free(&pt->places);
    vec_free(&pt->pending);
    vec_free(&pt->laundry);
    map_free(&pt->wash_place);
    vec_free(&pt->infos);
    free(pt->given);
    free(pt->called_back);
    map_free(&pt->result_place);
    map_free(&pt->term_place);
    free(pt);
}

Place pointsto_place(PointsTo *pt, Term address) {
    Place at = eval(pt, address, POINTER);
    return at.node ? find(pt, at) : at;
}

FieldInfo pointsto_field(PointsTo *pt, Place place) {
    const Node *n = &pt->nodes.at[place.node];
    uint32_t i = field_index(n, place.offset);
    if (!place.node || i >= n->fields.count || n->fields.at[i].offset != place.offset)
        return (FieldInfo){ 0 };
    FieldInfo info = pt->infos.at[n->fields.at[i].cluster];
    info.cluster = n->fields.at[i].cluster;
    return info;
}

uint32_t pointsto_cell(PointsTo *pt, Term address, Term size, const uint64_t *offset) {
    Place at = pointsto_place(pt, address);
    if (!at.node)
        return 1;
    const Node *n = &pt->nodes.at[at.node];
    if (offset) {
        at.offset = wrap(n, at.offset + (int64_t)*offset);
        FieldInfo info = pointsto_field(pt, at);
        return info.cluster && info.bytes ? info.bytes : 1;
    }
    uint64_t unit = gcd(n->modulus, divisor(pt->p->terms, size));
    for (uint32_t i = 0; i < n->fields.count; i++) {
        uint32_t bytes = pt->infos.at[n->fields.at[i].cluster].bytes;
        bool only = n->fields.count == 1 && bytes;
        unit = only ? gcd(unit, bytes) : 1;
        unit = gcd(unit, distance(n->fields.at[i].offset, at.offset));
    }
    return unit && unit <= 16 ? (uint32_t)unit : 1;
}

uint32_t pointsto_clusters(const PointsTo *pt) {
    return pt->clusters;
}

NodeInfo pointsto_node(PointsTo *pt, uint32_t node) {
    const Node *n = &pt->nodes.at[node];
    return (NodeInfo){ n->wild, n->raw, n->outside, n->modulus, n->objects.count, n->objects.at };
}

bool pointsto_given(const PointsTo *pt, ObjId object) {
    return pt->given[object];
}

bool pointsto_called_back(const PointsTo *pt, ObjId function) {
    return pt->called_back[function];
}

// How many objects of the program could be what a pointer from outside points to?  Two are enough.
static uint32_t count_shared(const PointsTo *pt) {
    uint32_t n = 0;
    for (ObjId o = 1; o < pt->p->objects.count && n < 2; o++) {
        const Object *object = &pt->p->objects.at[o];
        n += object->kind != OBJ_FUNCTION && !object->constant && (pt->given[o] || object->shared);
    }
    return n;
}

bool pointsto_assumes_distinct(const PointsTo *pt) {
    uint32_t used = 0;
    for (uint32_t node = 1; node < pt->nodes.count; node++) {
        const Node *n = &pt->nodes.at[node];
        used += !n->parent && n->outside && n->fields.count;
    }
    return pt->p->distinct && used && used + count_shared(pt) > 1;
}

static bool is_lost(PointsTo *pt, Term a) {
    Terms *t = pt->p->terms;
    VecTerm vars = { 0 };
    bool lost = false;
    term_vars(t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        Place at = eval(pt, vars.at[i], NUMBER);
        lost |= at.node && pt->nodes.at[find(pt, at).node].lost;
    }
    vec_free(&vars);
    return lost;
}

bool pointsto_in_doubt(PointsTo *pt, Term address, bool bits) {
    enum { PAGE = 4096 };
    Place at = pointsto_place(pt, address);
    const Node *n = &pt->nodes.at[at.node];
    if (term_is_const(pt->p->terms, address)) {
        int64_t value = const_offset(pt->p->terms, address);
        return value < -PAGE || value >= PAGE; // the last page is where kernels have errors
    }
    if (!at.node)
        return true;
    if (from_nowhere(n)) // null, if nothing else was ever put there
        return (n->numbered || n->altered || n->washed) && (bits || !n->any_number);
    return n->lost || is_lost(pt, address) || (bits && (n->altered || n->washed));
}

void pointsto_mark_freed(PointsTo *pt, const Program *p, uint8_t *freed) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from || edge->cmd.kind != CMD_FREE)
            continue;
        NodeInfo n = pointsto_node(pt, pointsto_place(pt, edge->cmd.a).node);
        for (uint32_t i = 0; i < n.n; i++)
            freed[n.objects[i].object] = 1;
    }
}
