// heaps_value.c - terms in a symbolic heap
#include "answer/check/heaps_inside.h"
#include "logic/term/value.h"

static uint32_t width_of(const Terms *t, Term a) { // 0: it has no value here
    Sort s = term_sort(t, a);
    SortKind k = sort_kind(t, s);
    uint32_t width = k == SORT_BOOL ? 1 : k == SORT_BV ? sort_width(t, s) : 0;
    return width <= 64 ? width : 0;
}

static uint64_t cut(uint64_t x, uint32_t width) {
    return width >= 64 ? x : x & ((1ULL << width) - 1);
}

// ---- comparisons ----
static bool is_inside(const Heap *h, HeapValue v) { // an address of a byte of a live object
    assert(heap_is_pointer(v) && v.node < h->nodes.count);
    const HeapNode *n = &h->nodes.at[v.node];
    return n->kind != NODE_OUT && v.number < n->size;
}

bool heaps_not_zero(const Heap *h, HeapValue v) {
    switch (v.kind) {
    case HEAP_NONZERO:
        return true;
    case HEAP_NUMBER:
        return v.number != 0;
    case HEAP_AMONG:
        return !(v.number & 1);
    case HEAP_FIRST:
    case HEAP_LAST:
        return is_inside(h, v);
    default:
        return false;
    }
}

static int equal_count(const Heap *h, HeapValue count, uint64_t number) {
    uint64_t objects = 0;
    bool exact = true;
    for (uint32_t i = 0; i < h->nodes.count; i++) {
        objects += h->nodes.at[i].kind == NODE_HEAP || h->nodes.at[i].kind == NODE_SEGMENT;
        exact &= h->nodes.at[i].kind != NODE_SEGMENT;
    }
    if (exact && count.number < INT32_MAX && number < INT32_MAX)
        return objects + count.number == number;
    return objects && !count.number && !number ? 0 : -1;
}

// Is it another number?  If an address plus k were c, it plus k - c would be 0, where no object is.
static bool is_other(const Heap *h, HeapValue v, uint64_t number) {
    if (heap_is_pointer(v) && v.number >= number)
        v.number -= number;
    else if (number)
        return false;
    return heaps_not_zero(h, v);
}

int heaps_equal(const Heap *h, HeapValue a, HeapValue b) {
    if (a.kind == HEAP_NUMBER && b.kind == HEAP_NUMBER)
        return a.number == b.number;
    if ((a.kind == HEAP_AMONG && b.kind == HEAP_NUMBER) || (a.kind == HEAP_NUMBER && b.kind == HEAP_AMONG) ||
        (a.kind == HEAP_AMONG && b.kind == HEAP_AMONG))
        return heap_set(a) & heap_set(b) ? -1 : 0;
    if (a.kind == HEAP_NUMBER && b.kind == HEAP_COUNT)
        return equal_count(h, b, a.number);
    if (b.kind == HEAP_NUMBER && a.kind == HEAP_COUNT)
        return equal_count(h, a, b.number);
    if ((a.kind == HEAP_NUMBER && is_other(h, b, a.number)) || (b.kind == HEAP_NUMBER && is_other(h, a, b.number)))
        return 0;
    if (a.kind == HEAP_COUNT && b.kind == HEAP_COUNT)
        return a.number == b.number;
    if (!heap_is_pointer(a) || !heap_is_pointer(b))
        return -1;
    if (a.node == b.node)
        return a.kind == b.kind ? a.number == b.number : -1;
    return is_inside(h, a) && is_inside(h, b) ? 0 : -1; // live objects do not overlap
}

// ---- terms ----
typedef struct Eval {
    const Program *p;
    Terms *t;
    Heap *h;
    Map seen; // term -> place in 'values'
    VEC(HeapValue) values;
} Eval;

static HeapValue value(Eval *e, Term a);

static HeapValue truth(int known) {
    return known < 0 ? heap_any() : heap_number((uint64_t)known);
}

static HeapValue address_of(Eval *e, ObjId object) {
    const Object *o = &e->p->objects.at[object];
    if (o->kind != OBJ_GLOBAL || o->thread_local || o->external)
        return heap_any();
    for (uint32_t i = 0; i < e->h->nodes.count; i++)
        if (e->h->nodes.at[i].kind == NODE_GLOBAL && e->h->nodes.at[i].object == object)
            return (HeapValue){ HEAP_FIRST, i, 0 };
    uint32_t n = heap_add_node(e->h, (HeapNode){ .kind = NODE_GLOBAL, .object = object, .size = o->size });
    return (HeapValue){ HEAP_FIRST, n, 0 };
}

static HeapValue value_of_var(Eval *e, Term a) {
    VarId v = program_var_of(e->p, a);
    if (!v)
        return heap_any();
    return e->p->vars.at[v].kind == VAR_ADDRESS ? address_of(e, e->p->vars.at[v].object) : heap_var(e->h, v);
}

static HeapValue value_of_sum(Eval *e, Term a, uint32_t width) {
    HeapValue base = heap_number(0);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < term_arity(e->t, a); i++) {
        HeapValue v = value(e, term_arg(e->t, a, i));
        bool number = v.kind == HEAP_NUMBER, first = base.kind == HEAP_NUMBER;
        if (!number && (!first || !(heap_is_pointer(v) || v.kind == HEAP_COUNT)))
            return heap_any();
        sum += v.number;
        if (!number)
            base = v;
    }
    base.number = cut(sum, width);
    return base;
}

static HeapValue value_of_connective(Eval *e, Term a) {
    uint64_t decides = term_op(e->t, a) == OP_OR; // 1 of an OR, 0 of an AND
    bool all = true;
    for (uint32_t i = 0; i < term_arity(e->t, a); i++) {
        HeapValue v = value(e, term_arg(e->t, a, i));
        if (v.kind == HEAP_NUMBER && v.number == decides)
            return v;
        all &= v.kind == HEAP_NUMBER;
    }
    return all ? heap_number(!decides) : heap_any();
}

static HeapValue value_of_choice(Eval *e, Term a) {
    HeapValue c = value(e, term_arg(e->t, a, 0));
    HeapValue x = value(e, term_arg(e->t, a, 1)), y = value(e, term_arg(e->t, a, 2));
    if (c.kind == HEAP_NUMBER)
        return c.number ? x : y;
    if (heap_value_same(x, y))
        return x;
    if (heap_set(x) && heap_set(y))
        return heap_among(heap_set(x) | heap_set(y));
    return heaps_not_zero(e->h, x) && heaps_not_zero(e->h, y) ? (HeapValue){ HEAP_NONZERO, 0, 0 } : heap_any();
}

static HeapValue value_of_numbers(Eval *e, Term a, uint32_t width) {
    Value arg[8];
    uint32_t n = term_arity(e->t, a);
    if (n > COUNT(arg) || !value_can_apply(term_op(e->t, a)))
        return heap_any();
    for (uint32_t i = 0; i < n; i++) {
        HeapValue v = value(e, term_arg(e->t, a, i));
        if (v.kind != HEAP_NUMBER)
            return heap_any();
        arg[i] = (Value){ v.number, 0 };
    }
    OpType op = op_type(e->t, a);
    return heap_number(cut(value_apply(&op, arg).lo, width));
}

// Numbers of a set that stay below the sign bit stay what they are.
static HeapValue value_of_extension(Eval *e, Term a, HeapValue v, uint32_t width) {
    uint32_t from = width_of(e->t, term_arg(e->t, a, 0));
    bool small = from > 6 || v.number < 1ULL << (1u << (from - 1));
    return v.kind == HEAP_AMONG && small ? v : value_of_numbers(e, a, width);
}

static HeapValue value_of_operation(Eval *e, Term a, uint32_t width) {
    HeapValue v;
    switch (term_op(e->t, a)) {
    case OP_BV_ADD:
        return value_of_sum(e, a, width);
    case OP_AND:
    case OP_OR:
        return value_of_connective(e, a);
    case OP_ITE:
        return value_of_choice(e, a);
    case OP_NOT:
        v = value(e, term_arg(e->t, a, 0));
        return v.kind == HEAP_NUMBER ? heap_number(!v.number) : heap_any();
    case OP_EQ:
        if (!width_of(e->t, term_arg(e->t, a, 0)))
            return heap_any();
        v = value(e, term_arg(e->t, a, 0));
        return truth(heaps_equal(e->h, v, value(e, term_arg(e->t, a, 1))));
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        v = value(e, term_arg(e->t, a, 0));
        return v.kind == HEAP_NONZERO ? v : value_of_extension(e, a, v, width);
    default:
        return value_of_numbers(e, a, width);
    }
}

static HeapValue value(Eval *e, Term a) {
    uint32_t place, width = width_of(e->t, a);
    uint64_t low, high;
    if (!width)
        return heap_any();
    if (map_get(&e->seen, a.id, &place))
        return e->values.at[place];
    HeapValue v;
    switch (term_op(e->t, a)) {
    case OP_BV_CONST:
    case OP_TRUE:
    case OP_FALSE:
        term_bits(e->t, a, &low, &high);
        v = heap_number(low);
        break;
    case OP_VAR:
        v = value_of_var(e, a);
        break;
    default:
        v = value_of_operation(e, a, width);
    }
    map_put(&e->seen, a.id, e->values.count);
    vec_push(&e->values, v);
    return v;
}

HeapValue heaps_value(const Program *p, Heap *h, Term a) {
    return heaps_value_if(p, h, a, (Term){ 0 }, false);
}

HeapValue heaps_value_if(const Program *p, Heap *h, Term a, Term condition, bool holds) {
    Eval e = { .p = p, .t = p->terms, .h = h };
    vec_push(&e.values, heap_number(holds));
    if (condition.id)
        map_put(&e.seen, condition.id, 0);
    HeapValue v = value(&e, a);
    map_free(&e.seen);
    vec_free(&e.values);
    return v;
}

Term heaps_choice(const Program *p, Heap *h, Term a) {
    Terms *t = p->terms;
    Term found = { 0 };
    if (term_op(t, a) == OP_ITE && heaps_value(p, h, term_arg(t, a, 0)).kind != HEAP_NUMBER) {
        HeapValue x = heaps_value(p, h, term_arg(t, a, 1)), y = heaps_value(p, h, term_arg(t, a, 2));
        if (heap_is_pointer(x) && heap_is_pointer(y) && !heap_value_same(x, y))
            found = term_arg(t, a, 0);
    }
    bool looks = term_op(t, a) == OP_ITE || term_op(t, a) == OP_BV_ADD;
    for (uint32_t i = 0; looks && !found.id && i < term_arity(t, a); i++)
        found = heaps_choice(p, h, term_arg(t, a, i));
    return found;
}

HeapValue heaps_undecided(const Program *p, Heap *h, Term a) {
    Terms *t = p->terms;
    HeapValue found = heap_any();
    if (term_op(t, a) == OP_EQ && width_of(t, term_arg(t, a, 0))) {
        HeapValue x = heaps_value(p, h, term_arg(t, a, 0)), y = heaps_value(p, h, term_arg(t, a, 1));
        if (heap_is_pointer(x) && heap_is_pointer(y) && x.node == y.node && x.kind != y.kind)
            found = x;
    }
    for (uint32_t i = 0; term_is_connective(t, a) && found.kind == HEAP_ANY && i < term_arity(t, a); i++)
        found = heaps_undecided(p, h, term_arg(t, a, i));
    return found;
}

// ---- conditions ----
// The variable has this value: it is put down where it says more.
static bool learn_value(const Program *p, Heap *h, Term a, HeapValue v) {
    VarId var = program_var_of(p, a);
    if (!var || p->vars.at[var].kind == VAR_ADDRESS || v.kind == HEAP_ANY)
        return true;
    HeapValue old = heap_var(h, var);
    if (heaps_equal(h, old, v) == 0)
        return false;
    bool more = old.kind == HEAP_ANY || (old.kind == HEAP_NONZERO && v.kind != HEAP_NONZERO && v.kind != HEAP_AMONG) ||
                (old.kind == HEAP_AMONG && v.kind == HEAP_NUMBER);
    if (more)
        heap_set_var(h, var, v);
    return true;
}

// It does not have this number.
static bool learn_other(const Program *p, Heap *h, Term a, HeapValue number) {
    VarId var = program_var_of(p, a);
    if (!var || p->vars.at[var].kind == VAR_ADDRESS || number.kind != HEAP_NUMBER)
        return true;
    HeapValue old = heap_var(h, var);
    uint64_t left = heap_set(old) & ~heap_set(number);
    if (old.kind == HEAP_AMONG && left)
        heap_set_var(h, var, heap_among(left));
    if (old.kind == HEAP_ANY && !number.number)
        heap_set_var(h, var, (HeapValue){ HEAP_NONZERO, 0, 0 });
    return old.kind != HEAP_AMONG || left;
}

static bool learn_equality(const Program *p, Heap *h, Term a, bool holds) {
    Term x = term_arg(p->terms, a, 0), y = term_arg(p->terms, a, 1);
    if (!width_of(p->terms, x))
        return true;
    HeapValue vx = heaps_value(p, h, x), vy = heaps_value(p, h, y);
    if (holds)
        return learn_value(p, h, x, vy) && learn_value(p, h, y, vx);
    return learn_other(p, h, x, vy) && learn_other(p, h, y, vx);
}

bool heaps_assume(const Program *p, Heap *h, Term condition, bool holds) {
    Terms *t = p->terms;
    HeapValue v = heaps_value(p, h, condition);
    if (v.kind == HEAP_NUMBER)
        return (v.number != 0) == holds;
    Op op = term_op(t, condition);
    if (op == OP_NOT)
        return heaps_assume(p, h, term_arg(t, condition, 0), !holds);
    bool all = (op == OP_AND && holds) || (op == OP_OR && !holds);
    for (uint32_t i = 0; all && i < term_arity(t, condition); i++)
        if (!heaps_assume(p, h, term_arg(t, condition, i), holds))
            return false;
    if (op == OP_EQ)
        return learn_equality(p, h, condition, holds);
    if (op == OP_VAR)
        return learn_value(p, h, condition, heap_number(holds));
    return true;
}
