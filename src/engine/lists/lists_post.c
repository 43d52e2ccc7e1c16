// lists_post.c - the abstract post of the engine 'lists'
//
// A mistake here costs an answer only: the claim is checked by answer/check/check_heaps.h, which has a post of its own.
#include "engine/lists/lists.h"
#include "logic/term/value.h"
#include "program/edit.h"

static uint64_t low_bits(uint64_t x, uint32_t width) {
    return width < 64 ? x & ((1ULL << width) - 1) : x;
}

static uint32_t bits_of(const Lists *l, Term a) { // 0: not followed
    Sort s = term_sort(l->t, a);
    SortKind k = sort_kind(l->t, s);
    return k == SORT_BOOL ? 1 : k == SORT_BV && sort_width(l->t, s) <= 64 ? sort_width(l->t, s) : 0;
}

static bool in_object(const Heap *h, HeapValue v, uint64_t bytes) {
    const HeapNode *n = heap_is_pointer(v) ? &h->nodes.at[v.node] : NULL;
    return n && n->kind != NODE_OUT && v.number <= n->size && bytes <= n->size - v.number;
}

// ---- values ----
static bool never_zero(const Heap *h, HeapValue v) {
    return v.kind == HEAP_NONZERO || (v.kind == HEAP_NUMBER && v.number) || (v.kind == HEAP_AMONG && !(v.number & 1)) ||
           in_object(h, v, 1);
}

static bool is_small(HeapValue v) {
    return v.kind == HEAP_AMONG || v.kind == HEAP_NUMBER;
}

static int same(const Heap *h, HeapValue a, HeapValue b) { // 1, 0, or -1: not known
    if (is_small(a) && is_small(b) && a.kind + b.kind != 2 * HEAP_NUMBER)
        return heap_set(a) & heap_set(b) ? -1 : 0;
    if (a.kind == HEAP_NUMBER && b.kind != HEAP_NUMBER)
        return same(h, b, a);
    if (b.kind == HEAP_NUMBER && a.kind == HEAP_NUMBER)
        return a.number == b.number;
    if (b.kind == HEAP_NUMBER && a.kind == HEAP_COUNT) {
        uint64_t n = 0, many = 0;
        for (uint32_t i = 0; i < h->nodes.count; i++) {
            n += h->nodes.at[i].kind == NODE_HEAP;
            many += h->nodes.at[i].kind == NODE_SEGMENT;
        }
        if (a.number || b.number)
            return many || a.number > UINT32_MAX ? -1 : n + a.number == b.number;
        return !n && !many;
    }
    if (b.kind == HEAP_NUMBER && heap_is_pointer(a) && a.number >= b.number) {
        a.number -= b.number;
        return never_zero(h, a) ? 0 : -1;
    }
    if (b.kind == HEAP_NUMBER)
        return !b.number && never_zero(h, a) ? 0 : -1;
    if (!heap_is_pointer(a) || !heap_is_pointer(b))
        return a.kind == HEAP_COUNT && b.kind == HEAP_COUNT ? a.number == b.number : -1;
    if (a.node == b.node)
        return a.kind == b.kind ? a.number == b.number : -1;
    return in_object(h, a, 1) && in_object(h, b, 1) ? 0 : -1;
}

static HeapValue global_address(Lists *l, Heap *h, ObjId object) {
    const Object *o = &l->p->objects.at[object];
    if (o->kind != OBJ_GLOBAL || o->external || o->thread_local)
        return heap_any();
    for (uint32_t i = 0; i < h->nodes.count; i++)
        if (h->nodes.at[i].kind == NODE_GLOBAL && h->nodes.at[i].object == object)
            return (HeapValue){ HEAP_FIRST, i, 0 };
    HeapNode n = { .kind = NODE_GLOBAL, .object = object, .size = o->size };
    return (HeapValue){ HEAP_FIRST, heap_add_node(h, n), 0 };
}

static HeapValue add_up(HeapValue sum, HeapValue v, uint32_t width) {
    bool plain = sum.kind == HEAP_NUMBER, number = v.kind == HEAP_NUMBER;
    bool base = heap_is_pointer(v) || v.kind == HEAP_COUNT;
    if (sum.kind == HEAP_ANY || (!number && !(plain && base)))
        return heap_any();
    uint64_t total = low_bits(sum.number + v.number, width);
    if (!number)
        sum = v;
    sum.number = total;
    return sum;
}

static HeapValue fold_numbers(Lists *l, Term a, uint32_t n, const HeapValue v[], uint32_t width) {
    Value arg[4];
    if (n > COUNT(arg) || !value_can_apply(term_op(l->t, a)))
        return heap_any();
    for (uint32_t i = 0; i < n; i++) {
        if (v[i].kind != HEAP_NUMBER)
            return heap_any();
        arg[i] = (Value){ v[i].number, 0 };
    }
    OpType type = op_type(l->t, a);
    return heap_number(low_bits(value_apply(&type, arg).lo, width));
}

static HeapValue either(const Heap *h, HeapValue a, HeapValue b) {
    if (heap_value_same(a, b))
        return a;
    if (heap_set(a) && heap_set(b))
        return heap_among(heap_set(a) | heap_set(b));
    return never_zero(h, a) && never_zero(h, b) ? (HeapValue){ HEAP_NONZERO, 0, 0 } : heap_any();
}

static HeapValue operation(Lists *l, Heap *h, Term a, uint32_t width) {
    enum { MOST = 8 };
    HeapValue v[MOST], sum = heap_number(0);
    uint32_t n = term_arity(l->t, a), known = 0;
    uint64_t any_true = 0, any_false = 0;
    Op op = term_op(l->t, a);
    if (n > MOST || !bits_of(l, term_arg(l->t, a, n - 1)))
        return heap_any();
    for (uint32_t i = 0; i < n; i++) {
        v[i] = lists_value(l, h, term_arg(l->t, a, i));
        known += v[i].kind == HEAP_NUMBER;
        any_true |= v[i].kind == HEAP_NUMBER && v[i].number;
        any_false |= v[i].kind == HEAP_NUMBER && !v[i].number;
        sum = add_up(sum, v[i], width);
    }
    switch (op) {
    case OP_BV_ADD:
        return sum;
    case OP_EQ: {
        int equal = same(h, v[0], v[1]);
        return equal < 0 ? heap_any() : heap_number((uint64_t)equal);
    }
    case OP_ITE:
        return v[0].kind == HEAP_NUMBER ? v[v[0].number ? 1 : 2] : either(h, v[1], v[2]);
    case OP_AND:
        return any_false ? heap_number(0) : known == n ? heap_number(1) : heap_any();
    case OP_OR:
        return any_true ? heap_number(1) : known == n ? heap_number(0) : heap_any();
    case OP_NOT:
        return known ? heap_number(!v[0].number) : heap_any();
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        return v[0].kind == HEAP_NONZERO || (v[0].kind == HEAP_AMONG && bits_of(l, term_arg(l->t, a, 0)) >= 8)
                   ? v[0]
                   : fold_numbers(l, a, n, v, width);
    default:
        return fold_numbers(l, a, n, v, width);
    }
}

HeapValue lists_value(Lists *l, Heap *h, Term a) {
    uint32_t width = bits_of(l, a);
    uint64_t low, high;
    VarId var = program_var_of(l->p, a);
    if (!width)
        return heap_any();
    if (l->choice.id && term_same(a, l->choice))
        return heap_number(l->chosen);
    if (var && l->p->vars.at[var].kind == VAR_ADDRESS)
        return global_address(l, h, l->p->vars.at[var].object);
    if (var)
        return heap_var(h, var);
    if (term_op(l->t, a) == OP_VAR)
        return heap_any();
    if (term_is_const(l->t, a)) {
        term_bits(l->t, a, &low, &high);
        return heap_number(low);
    }
    return operation(l, h, a, width);
}

// ---- conditions ----
static bool set_known(Lists *l, Heap *h, Term a, HeapValue v) {
    VarId var = program_var_of(l->p, a);
    HeapValue old = heap_var(h, var);
    if (!var || l->p->vars.at[var].kind == VAR_ADDRESS || v.kind == HEAP_ANY)
        return true;
    if (same(h, old, v) == 0)
        return false;
    if (old.kind == HEAP_ANY || (old.kind == HEAP_NONZERO && v.kind != HEAP_NONZERO && v.kind != HEAP_AMONG) ||
        (old.kind == HEAP_AMONG && v.kind == HEAP_NUMBER))
        heap_set_var(h, var, v);
    return true;
}

static bool set_other(Lists *l, Heap *h, Term a, HeapValue number) {
    VarId var = program_var_of(l->p, a);
    HeapValue old = heap_var(h, var);
    if (!var || l->p->vars.at[var].kind == VAR_ADDRESS || number.kind != HEAP_NUMBER)
        return true;
    if (old.kind == HEAP_ANY && !number.number)
        heap_set_var(h, var, (HeapValue){ HEAP_NONZERO, 0, 0 });
    uint64_t left = old.kind == HEAP_AMONG ? old.number & ~heap_set(number) : 1;
    if (old.kind == HEAP_AMONG && left)
        heap_set_var(h, var, heap_among(left));
    return left != 0;
}

static bool assume(Lists *l, Heap *h, Term a, bool holds) {
    Op op = term_op(l->t, a);
    HeapValue v = lists_value(l, h, a);
    if (v.kind == HEAP_NUMBER)
        return (v.number != 0) == holds;
    if (op == OP_NOT)
        return assume(l, h, term_arg(l->t, a, 0), !holds);
    if (op == OP_VAR)
        return set_known(l, h, a, heap_number(holds));
    for (uint32_t i = 0; op == (holds ? OP_AND : OP_OR) && i < term_arity(l->t, a); i++)
        if (!assume(l, h, term_arg(l->t, a, i), holds))
            return false;
    if (op != OP_EQ || !bits_of(l, term_arg(l->t, a, 0)))
        return true;
    Term x = term_arg(l->t, a, 0), y = term_arg(l->t, a, 1);
    HeapValue vx = lists_value(l, h, x), vy = lists_value(l, h, y);
    if (holds)
        return set_known(l, h, x, vy) && set_known(l, h, y, vx);
    return set_other(l, h, x, vy) && set_other(l, h, y, vx);
}

// An address that is compared with another of its segment: it matters how many objects this has.
static HeapValue undecided(Lists *l, Heap *h, Term a) {
    Op op = term_op(l->t, a);
    HeapValue found = heap_any();
    if (op == OP_EQ && bits_of(l, term_arg(l->t, a, 0))) {
        HeapValue x = lists_value(l, h, term_arg(l->t, a, 0)), y = lists_value(l, h, term_arg(l->t, a, 1));
        if (heap_is_pointer(x) && heap_is_pointer(y) && x.node == y.node && x.kind != y.kind)
            return x;
    }
    for (uint32_t i = 0; term_is_connective(l->t, a) && found.kind == HEAP_ANY && i < term_arity(l->t, a); i++)
        found = undecided(l, h, term_arg(l->t, a, i));
    return found;
}

// A condition that decides between two addresses, and is not known.
static Term find_choice(Lists *l, Heap *h, Term a) {
    Op op = term_op(l->t, a);
    Term found = { 0 };
    for (uint32_t i = 0; (op == OP_ITE || op == OP_BV_ADD) && !found.id && i < term_arity(l->t, a); i++)
        found = find_choice(l, h, term_arg(l->t, a, i));
    if (found.id || op != OP_ITE || lists_value(l, h, term_arg(l->t, a, 0)).kind == HEAP_NUMBER)
        return found;
    HeapValue x = lists_value(l, h, term_arg(l->t, a, 1)), y = lists_value(l, h, term_arg(l->t, a, 2));
    return heap_is_pointer(x) && heap_is_pointer(y) && !heap_value_same(x, y) ? term_arg(l->t, a, 0) : found;
}

static Term choice_of(Lists *l, Heap *h, const Cmd *cmd) {
    VecTerm terms = { 0 };
    Term found = { 0 };
    if (cmd->kind != CMD_ASSUME && !l->choice.id)
        cmd_terms(cmd, &terms);
    for (uint32_t i = 0; i < terms.count && !found.id; i++)
        found = find_choice(l, h, terms.at[i]);
    vec_free(&terms);
    return found;
}

// ---- objects ----
typedef struct Rewrite {
    HeapValue from, to; // kind and node of pointers; from ANY: all pointers to the node
    uint64_t count, mask;
} Rewrite;

static void rewrite(void *context, HeapValue *v) {
    const Rewrite *r = context;
    bool meant = r->from.kind == HEAP_ANY ? heap_is_pointer(*v) : v->kind == r->from.kind;
    if (v->kind == HEAP_COUNT)
        v->number = (v->number + r->count) & r->mask;
    else if (meant && v->node == r->from.node)
        *v = r->to.kind == HEAP_ANY ? r->to : (HeapValue){ r->to.kind, r->to.node, v->number };
}

static void replace(Lists *l, Heap *h, HeapValue from, HeapValue to, int count) {
    Rewrite r = { from, to, (uint64_t)count, low_bits(UINT64_MAX, 8 * l->word) };
    heap_each(h, rewrite, &r);
}

static void end_object(Lists *l, Heap *h, uint32_t node) {
    bool heap = h->nodes.at[node].kind == NODE_HEAP;
    replace(l, h, (HeapValue){ HEAP_ANY, node, 0 }, heap_any(), heap ? 1 : 0);
    heap_drop_node(h, node);
}

static HeapValue first_of(uint32_t node) {
    return (HeapValue){ HEAP_FIRST, node, 0 };
}

static HeapValue last_of(uint32_t node) {
    return (HeapValue){ HEAP_LAST, node, 0 };
}

static HeapValue plus(HeapValue v, uint64_t number) {
    v.number = number;
    return v;
}

// A list of its own becomes null, or a segment.
static void open_lists(Lists *l, Heap *h, uint32_t node, HeapSet *out) {
    uint32_t i = 0;
    while (i < h->nodes.at[node].cells.count && h->nodes.at[node].cells.at[i].value.kind != HEAP_LIST)
        i++;
    if (i == h->nodes.at[node].cells.count) {
        vec_push(out, *h);
        return;
    }
    HeapNode shape = h->nodes.at[h->nodes.at[node].cells.at[i].value.node];
    Heap some = heap_copy(h);
    HeapNode list = { .kind = NODE_SEGMENT, .size = shape.size, .next = shape.next, .at = shape.at };
    list.end = heap_number(0);
    for (uint32_t k = 0; k < shape.cells.count; k++)
        vec_push(&list.cells, shape.cells.at[k]);
    uint32_t n = heap_add_node(&some, list);
    some.nodes.at[node].cells.at[i].value = plus(first_of(n), shape.at);
    h->nodes.at[node].cells.at[i].value = heap_number(0);
    open_lists(l, h, node, out);
    open_lists(l, &some, node, out);
}

static void take_out(Lists *l, const Heap *before, HeapValue a, HeapSet *out) {
    Heap one = heap_copy(before), more = heap_copy(before);
    uint32_t s = a.node;
    HeapNode old = one.nodes.at[s], o = { .kind = NODE_HEAP, .size = old.size };
    one.nodes.at[s] = (HeapNode){ .kind = NODE_HEAP, .size = old.size, .cells = old.cells };
    heap_set_cell(&one.nodes.at[s], old.next, l->word, old.end);
    if (old.twice)
        heap_set_cell(&one.nodes.at[s], old.prev, l->word, old.begin);
    replace(l, &one, last_of(s), first_of(s), 0);
    open_lists(l, &one, s, out);
    for (uint32_t i = 0; i < more.nodes.at[s].cells.count; i++)
        vec_push(&o.cells, more.nodes.at[s].cells.at[i]);
    uint32_t n = heap_add_node(&more, o);
    bool front = a.kind == HEAP_FIRST;
    if (front && old.twice)
        heap_set_cell(&more.nodes.at[n], old.prev, l->word, more.nodes.at[s].begin);
    if (!front)
        heap_set_cell(&more.nodes.at[n], old.next, l->word, more.nodes.at[s].end);
    if (front)
        replace(l, &more, first_of(s), first_of(n), 0);
    else
        replace(l, &more, last_of(s), first_of(n), 0);
    if (front)
        heap_set_cell(&more.nodes.at[n], old.next, l->word, plus(first_of(s), old.at));
    else if (old.twice)
        heap_set_cell(&more.nodes.at[n], old.prev, l->word, plus(last_of(s), old.at));
    if (!front)
        more.nodes.at[s].end = plus(first_of(n), old.at);
    else if (old.twice)
        more.nodes.at[s].begin = plus(first_of(n), old.at);
    open_lists(l, &more, n, out);
}

// ---- commands ----
static bool give_up(Lists *l, const char *what) {
    reason_set(&l->why, "%s", what);
    return false;
}

static void put(Lists *l, Heap *h, VarId var, HeapValue v) {
    bool kept = var && l->relevant[var] && bits_of(l, var_term(l->p, var));
    if (var)
        heap_set_var(h, var, kept ? v : heap_any());
}

static bool whole(const Lists *l, Term a, uint32_t bytes) {
    Sort s = term_sort(l->t, a);
    return bytes <= 8 && sort_kind(l->t, s) == SORT_BV && sort_width(l->t, s) == 8 * bytes;
}

static void make_object(Lists *l, Heap *h, const Cmd *cmd) {
    const Object *o = &l->p->objects.at[cmd->object];
    HeapValue size = lists_value(l, h, cmd->a);
    if (o->kind == OBJ_HEAP && o->lent) {
        put(l, h, cmd->var, heap_any());
        return;
    }
    HeapNode n = { .kind = NODE_HEAP, .size = size.kind == HEAP_NUMBER ? size.number : 0 };
    if (o->kind == OBJ_STACK) {
        n.kind = o->scoped ? NODE_OUT : NODE_STACK;
        n.object = cmd->object;
    } else {
        replace(l, h, first_of(UINT32_MAX), heap_any(), -1);
    }
    put(l, h, cmd->var, first_of(heap_add_node(h, n)));
}

static bool is_stack(const Heap *h, uint32_t n) {
    return h->nodes.at[n].kind == NODE_STACK || h->nodes.at[n].kind == NODE_OUT;
}

static void end_stack(Lists *l, Heap *h, EdgeId restore) { // 0: all of it
    for (uint32_t n = h->nodes.count; n-- > 0;)
        if (n < h->nodes.count && is_stack(h, n) && lists_may_end(l, restore, h->nodes.at[n].object))
            end_object(l, h, n);
}

static bool scope(Lists *l, Heap *h, const Cmd *cmd) {
    HeapValue a = lists_value(l, h, cmd->a);
    if (!heap_is_pointer(a)) {
        end_stack(l, h, 0);
        return true;
    }
    if (a.number || !is_stack(h, a.node))
        return give_up(l, "a block that is not known");
    h->nodes.at[a.node].kind = cmd->number ? NODE_STACK : NODE_OUT;
    h->nodes.at[a.node].cells.count = 0;
    return true;
}

// ---- what global variables lead to ----
static bool lead_to(const Heap *h, HeapValue v, uint8_t *led) {
    if (!heap_is_pointer(v) || led[v.node] || v.number > h->nodes.at[v.node].size)
        return false;
    if (v.kind == HEAP_LAST && !h->nodes.at[v.node].twice)
        return false;
    led[v.node] = 1;
    return true;
}

static bool lead_on(const Heap *h, const HeapNode *n, uint8_t *led) {
    bool more = false;
    for (uint32_t i = 0; i < n->cells.count; i++)
        more |= lead_to(h, n->cells.at[i].value, led);
    if (n->kind == NODE_SEGMENT)
        more |= lead_to(h, n->end, led) | (n->twice && lead_to(h, n->begin, led));
    return more;
}

static bool is_static(const Lists *l, ObjId o) {
    return o && l->p->objects.at[o].kind == OBJ_GLOBAL && !l->p->objects.at[o].made;
}

static bool is_tracked(Lists *l, const Heap *h) {
    uint8_t *led = base_alloc(h->nodes.count + 1);
    bool all = false;
    for (uint32_t i = 0; i < h->vars.count; i++) {
        const Var *var = &l->p->vars.at[h->vars.at[i].var];
        all |= h->vars.at[i].value.kind == HEAP_COUNT;
        if (var->kind == VAR_GLOBAL && is_static(l, var->object))
            lead_to(h, h->vars.at[i].value, led);
    }
    for (uint32_t i = 0; i < h->nodes.count; i++)
        if (h->nodes.at[i].kind == NODE_GLOBAL && is_static(l, h->nodes.at[i].object))
            lead_on(h, &h->nodes.at[i], led);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < h->nodes.count; i++)
            if (led[i] && (h->nodes.at[i].kind == NODE_HEAP || h->nodes.at[i].kind == NODE_SEGMENT))
                more |= lead_on(h, &h->nodes.at[i], led);
    }
    for (uint32_t i = 0; i < h->nodes.count; i++)
        all &= led[i] || (h->nodes.at[i].kind != NODE_HEAP && h->nodes.at[i].kind != NODE_SEGMENT);
    free(led);
    return all;
}

static bool is_valid(Lists *l, Heap *h, const Cmd *cmd) {
    if (cmd->valid == VALID_TRACKED)
        return is_tracked(l, h);
    HeapValue a = lists_value(l, h, cmd->a);
    HeapValue b = cmd->b.id ? lists_value(l, h, cmd->b) : a;
    if (cmd->valid == VALID_FREE) {
        NodeKind k = heap_is_pointer(a) ? h->nodes.at[a.node].kind : NODE_NONE;
        return a.kind == HEAP_NUMBER ? !a.number : !a.number && (k == NODE_HEAP || k == NODE_SEGMENT);
    }
    bool one = heap_is_pointer(a) && a.kind == b.kind && a.node == b.node;
    if (cmd->valid == VALID_STEP) {
        uint64_t size = one ? h->nodes.at[a.node].size : 0;
        return same(h, a, b) == 1 || (one && a.number <= size && b.number <= size);
    }
    HeapValue c = lists_value(l, h, cmd->c);
    const HeapNode *n = one ? &h->nodes.at[a.node] : NULL;
    bool constant = n && n->kind == NODE_GLOBAL && l->p->objects.at[n->object].constant;
    return one && c.kind == HEAP_NUMBER && in_object(h, b, 0) && in_object(h, a, c.number) &&
           !(constant && cmd->valid == VALID_WRITE);
}

static bool assign(Lists *l, Heap *h, const Cmd *cmd) {
    HeapValue *v = base_alloc((cmd->n + 1) * sizeof *v);
    for (uint32_t i = 0; i < cmd->n; i++) {
        v[i] = l->relevant[cmd->vars[i]] ? lists_value(l, h, cmd->terms[i]) : heap_any();
    }
    for (uint32_t i = 0; i < cmd->n; i++)
        put(l, h, cmd->vars[i], v[i]);
    free(v);
    return true;
}

static bool access(Lists *l, Heap *h, const Cmd *cmd, HeapValue a) {
    bool there = in_object(h, a, cmd->bytes);
    if (cmd->kind == CMD_LOAD) {
        bool cell = there && whole(l, var_term(l->p, cmd->var), cmd->bytes);
        put(l, h, cmd->var, cell ? heap_cell(&h->nodes.at[a.node], a.number, cmd->bytes) : heap_any());
        return true;
    }
    if (!there)
        return give_up(l, "a write to a place that is not known");
    HeapValue v = whole(l, cmd->b, cmd->bytes) ? lists_value(l, h, cmd->b) : heap_any();
    heap_set_cell(&h->nodes.at[a.node], a.number, cmd->bytes, v);
    return true;
}

static bool release(Lists *l, Heap *h, HeapValue a) {
    if (a.kind == HEAP_NUMBER && !a.number)
        return true;
    if (a.kind != HEAP_FIRST || a.number || h->nodes.at[a.node].kind != NODE_HEAP)
        return give_up(l, "a free of what is not known");
    end_object(l, h, a.node);
    return true;
}

static bool change(Lists *l, Heap *h, const Cmd *cmd, HeapValue a) {
    switch (cmd->kind) {
    case CMD_SKIP:
    case CMD_ASSUME:
    case CMD_ACCESS:
    case CMD_ATOMIC_BEGIN:
    case CMD_ATOMIC_END:
        return true;
    case CMD_INPUT:
    case CMD_PRINT:
    case CMD_OBJECT_SIZE:
    case CMD_STACK_SAVE:
        put(l, h, cmd->var, heap_any());
        return true;
    case CMD_ASSIGN:
        return assign(l, h, cmd);
    case CMD_LOAD:
    case CMD_STORE:
        return access(l, h, cmd, a);
    case CMD_FREE:
        return release(l, h, a);
    case CMD_ALLOC:
        make_object(l, h, cmd);
        return true;
    case CMD_SCOPE:
        return scope(l, h, cmd);
    case CMD_STACK_RESTORE:
        end_stack(l, h, l->edge);
        return true;
    case CMD_VALID:
        put(l, h, cmd->var, is_valid(l, h, cmd) ? heap_number(1) : heap_any());
        return true;
    case CMD_ERROR:
        return give_up(l, "a check that may fail");
    case CMD_UNMODELLED:
        return give_up(l, "what is not modelled");
    default:
        return give_up(l, "a command that it does not know");
    }
}

static bool is_end(const Cmd *cmd) {
    return cmd->kind == CMD_RETURN || cmd->kind == CMD_EXIT || cmd->kind == CMD_ABORT || cmd->kind == CMD_TRAP;
}

static bool touches(const Cmd *cmd) {
    return cmd->kind == CMD_LOAD || cmd->kind == CMD_STORE || cmd->kind == CMD_FREE;
}

static bool post_either(Lists *l, const Heap *h, EdgeId id, Term choice, HeapSet *out) {
    bool good = true;
    for (int way = 0; way < 2 && good; way++) {
        Heap c = heap_copy(h);
        bool may = assume(l, &c, choice, way);
        l->choice = choice;
        l->chosen = way;
        good = !may || lists_post(l, &c, id, out);
        l->choice = (Term){ 0 };
        heap_free(&c);
    }
    return good;
}

bool lists_post(Lists *l, const Heap *before, EdgeId id, HeapSet *out) {
    const Edge *e = &l->p->edges.at[id];
    const Cmd *cmd = &e->cmd;
    if (is_end(cmd) || l->skipped[id] == 1)
        return true;
    Heap h = heap_copy(before);
    Term choice = choice_of(l, &h, cmd);
    if (choice.id) {
        bool good = post_either(l, &h, id, choice, out);
        heap_free(&h);
        return good;
    }
    HeapValue a = touches(cmd) ? lists_value(l, &h, cmd->a) : heap_any();
    if (cmd->kind == CMD_ASSUME && !l->skipped[id])
        a = undecided(l, &h, cmd->a);
    bool good = true;
    if (heap_is_pointer(a) && h.nodes.at[a.node].kind == NODE_SEGMENT) {
        HeapSet opened = { 0 };
        take_out(l, &h, a, &opened);
        for (uint32_t i = 0; i < opened.count; i++) {
            good = good && lists_post(l, &opened.at[i], id, out);
            heap_free(&opened.at[i]);
        }
        vec_free(&opened);
        heap_free(&h);
        return good;
    }
    bool holds = cmd->kind != CMD_ASSUME || l->skipped[id] || assume(l, &h, cmd->a, true);
    l->edge = id;
    good = !holds || change(l, &h, cmd, a);
    if (holds && good)
        vec_push(out, h);
    else
        heap_free(&h);
    return good;
}
