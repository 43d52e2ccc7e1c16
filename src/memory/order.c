#include "memory/order.h"
#include "memory/dangling.h"
#include "program/edit.h"
#include <stdlib.h>
#include <string.h>

typedef struct Order {
    Program *p;
    PointsTo *pt;
    uint8_t *address;    // per VarId: a pointer, or a number made of one
    uint8_t *perhaps;    // per VarId: that too, or a number read where pointers are read as well
    uint8_t *stored;     // per cluster of memory: some such number is kept there
    uint8_t *mixed;      // per cluster: pointers are read from it, and what else is read there is something else
    Map returned;        // result_key -> 1: a function returns one
    uint8_t *taint;      // per VarId: is it made of the bits of addresses otherwise?  An enum Taint
    uint8_t *cell_taint; // per cluster of memory: what the numbers in it are
    uint8_t *plain;      // per cluster: numbers that are not made of addresses are stored there, too
    Map taint_of;        // term -> its Taint
    Map returned_taint;
    uint8_t *mortal; // per ObjId: an object that may be gone before the run ends
    Dangling *dangling;
    uint32_t n_vars; // of the program before inputs were added
    FuncId func;     // of the location being rewritten
    LocId loc;
    Map done;      // term -> its new form, at this location
    VecU32 inputs; // variables that stand for comparisons and distances here
    bool bits;     // the program computes with bits of addresses
    bool apart;    // pointers are subtracted or compared that may be of different objects
    bool gone;     // addresses are compared of which one may be of an object that is gone
    bool named;    // addresses are compared with numbers
    bool doubt;    // what is perhaps an address is compared or computed with, taken for a number
    bool in_model; // at a place of a library model, which copies no addresses bit by bit
    bool decides;  // bits of addresses decide which way the program goes, or what is read
} Order;

enum Taint { CLEAN, PERHAPS, MADE_OF_BITS };

// a & m, a | m, a ^ m with a constant m: 'a', and m.  No term: something else.
static Term masked(const Terms *t, Term a, uint64_t *mask) {
    Op op = term_op(t, a);
    if ((op != OP_BV_AND && op != OP_BV_OR && op != OP_BV_XOR) || term_arity(t, a) != 2)
        return (Term){ 0 };
    uint32_t constant = term_is_const(t, term_arg(t, a, 0)) ? 0 : 1;
    uint64_t high;
    if (!term_is_const(t, term_arg(t, a, constant)))
        return (Term){ 0 };
    term_bits(t, term_arg(t, a, constant), mask, &high);
    return term_arg(t, a, 1 - constant);
}

// -x as it stands in sums: 'x'.  No term: something else.
static Term negated(const Terms *t, Term a) {
    uint64_t low, high;
    if (term_op(t, a) == OP_BV_NEG)
        return term_arg(t, a, 0);
    if (term_op(t, a) != OP_BV_MUL || term_arity(t, a) != 2 || !term_is_const(t, term_arg(t, a, 0)))
        return (Term){ 0 };
    uint32_t width = sort_width(t, term_sort(t, a));
    term_bits(t, term_arg(t, a, 0), &low, &high);
    bool minus_one = width <= 64 && low == (width < 64 ? (1ull << width) - 1 : UINT64_MAX);
    return minus_one ? term_arg(t, a, 1) : (Term){ 0 };
}

static bool is_address(const Order *o, Term a);

// How many addresses a sum has more than it takes away; the distance of two is a number.
static int addresses_in_sum(const Order *o, Term a) {
    const Terms *t = o->p->terms;
    int more = 0;
    for (uint32_t i = 0; i < term_arity(t, a); i++) {
        Term part = term_arg(t, a, i), minus = negated(t, part);
        more += is_address(o, part);
        more -= minus.id && is_address(o, minus);
    }
    return more;
}

static bool is_address(const Order *o, Term a) {
    const Terms *t = o->p->terms;
    Op op = term_op(t, a);
    VarId var = op == OP_VAR ? program_var_of(o->p, a) : 0;
    uint64_t mask;
    if (op == OP_VAR)
        return var < o->n_vars && o->address[var];
    if (op == OP_ITE)
        return is_address(o, term_arg(t, a, 1)) || is_address(o, term_arg(t, a, 2));
    if (op == OP_BV_ZEXT)
        return is_address(o, term_arg(t, a, 0));
    if (masked(t, a, &mask).id)
        return is_address(o, masked(t, a, &mask));
    return op == OP_BV_ADD && addresses_in_sum(o, a) > 0;
}

static uint64_t result_key(FuncId f, uint32_t index) {
    assert(index < 1 << 16);
    return (uint64_t)f << 16 | index;
}

static bool mark(uint8_t *flag, bool so) {
    bool more = so && !*flag;
    *flag |= so;
    return more;
}

static bool mark_call(Order *o, const Cmd *c) {
    const Function *f = &o->p->funcs.at[c->callee];
    bool more = false;
    for (uint32_t i = 0; c->callee && i < c->n && i < f->params.count; i++)
        more |= mark(&o->address[f->params.at[i]], is_address(o, c->terms[i]));
    for (uint32_t i = 0; c->callee && i < c->n_vars; i++)
        more |= c->vars[i] && mark(&o->address[c->vars[i]], map_find(&o->returned, result_key(c->callee, i)));
    return more;
}

static uint32_t cluster_at(Order *o, Term address) {
    return pointsto_field(o->pt, pointsto_place(o->pt, address)).cluster;
}

// What the command makes an address; true: that is new.
static bool mark_results(Order *o, const Edge *e) {
    const Cmd *c = &e->cmd;
    bool more = false;
    switch (c->kind) {
    case CMD_ASSIGN:
        for (uint32_t i = 0; i < c->n; i++)
            more |= mark(&o->address[c->vars[i]], is_address(o, c->terms[i]));
        return more;
    case CMD_STORE:
        return cluster_at(o, c->a) && mark(&o->stored[cluster_at(o, c->a)], is_address(o, c->b));
    case CMD_LOAD:
        return c->var && 8 * c->bytes == o->p->pointer_bits && !o->mixed[cluster_at(o, c->a)] &&
               mark(&o->address[c->var], o->stored[cluster_at(o, c->a)]);
    case CMD_CALL:
        return mark_call(o, c);
    case CMD_RETURN:
        for (uint32_t i = 0; i < c->n; i++) {
            uint64_t key = result_key(o->p->locs.at[e->from].func, i);
            if (is_address(o, c->terms[i]) && !map_find(&o->returned, key)) {
                map_put(&o->returned, key, 1);
                more = true;
            }
        }
        return more;
    default:
        return false;
    }
}

static void carry_addresses(Order *o) {
    const Program *p = o->p;
    for (bool changed = true; changed;) {
        changed = false;
        for (EdgeId e = 1; e < p->edges.count; e++)
            changed |= p->edges.at[e].from && mark_results(o, &p->edges.at[e]);
    }
}

// Numbers made of pointers by casts, as far as assignments, calls and memory carry them.
static void find_addresses(Order *o) {
    const Program *p = o->p;
    o->n_vars = p->vars.count;
    o->address = base_alloc(o->n_vars);
    o->stored = base_alloc(pointsto_clusters(o->pt) + 1);
    o->mixed = base_alloc(pointsto_clusters(o->pt) + 1);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *c = &p->edges.at[e].cmd;
        if (p->edges.at[e].from && c->kind == CMD_LOAD && p->vars.at[c->var].pointer)
            o->mixed[cluster_at(o, c->a)] = 1;
    }
    for (VarId v = 1; v < p->vars.count; v++)
        o->address[v] = p->vars.at[v].pointer;
    for (ObjId i = 1; i < p->objects.count; i++) {
        const Object *object = &p->objects.at[i];
        for (uint32_t k = 0; k < object->relocs.count; k++) {
            Term start = var_term(p, object->address),
                 offset = term_bv(p->terms, object->relocs.at[k].offset, p->pointer_bits);
            o->stored[cluster_at(o, term_2(p->terms, OP_BV_ADD, start, offset))] = 1;
        }
    }
    carry_addresses(o);
    uint8_t *certain = base_alloc(o->n_vars);
    memcpy(certain, o->address, o->n_vars);
    memset(o->mixed, 0, pointsto_clusters(o->pt) + 1);
    carry_addresses(o);
    o->perhaps = o->address;
    o->address = certain;
}

// The node of objects that 'a' is an address of, or 0.
static uint32_t addressed(Order *o, Term a) {
    Place at = is_address(o, a) ? pointsto_place(o->pt, a) : (Place){ 0 };
    return at.node && pointsto_node(o->pt, at.node).n ? at.node : 0;
}

// Objects of the node begin at multiples of this, wherever they are.
static uint64_t alignment(Order *o, uint32_t node) {
    assert(node);
    NodeInfo info = pointsto_node(o->pt, node);
    uint64_t least = info.wild ? 1 : 16;
    for (uint32_t i = 0; i < info.n; i++) {
        uint64_t align = o->p->objects.at[info.objects[i].object].align;
        least = align < least ? align : least;
    }
    return least ? least : 1;
}

// The lowest bits of an address are those of the offset; all others depend on where the object is.
static bool mask_takes_bits(Order *o, Term a, Term address, uint64_t mask) {
    const Terms *t = o->p->terms;
    uint32_t node = addressed(o, address), width = sort_width(t, term_sort(t, a));
    uint64_t low = node ? alignment(o, node) - 1 : 0, all = width < 64 ? (1ull << width) - 1 : UINT64_MAX;
    if (!node)
        return false;
    return (mask & ~low) != 0 && (term_op(t, a) != OP_BV_AND || ((mask | low) & all) != all);
}

// Do addresses of this node all lie in one object?  A global has one instance; of a local variable the instance of the
// current activation is taken.
static bool is_one_object(Order *o, uint32_t node) {
    assert(node && "the node of an address");
    NodeInfo info = pointsto_node(o->pt, node);
    return info.n == 1 && !info.wild && o->p->objects.at[info.objects[0].object].kind != OBJ_HEAP;
}

// Is it the distance of two objects?  Where that cannot be decided, an assumption is noted.
static bool is_open_sum(Order *o, Term a) {
    const Terms *t = o->p->terms;
    uint32_t first = 0, taken = 0;
    bool differ = false;
    for (uint32_t i = 0; i < term_arity(t, a); i++) {
        Term part = term_arg(t, a, i), minus = negated(t, part);
        uint32_t node = addressed(o, minus.id ? minus : part);
        taken += minus.id && node;
        differ |= node && first && node != first;
        first = first ? first : node;
    }
    int more = addresses_in_sum(o, a);
    bool open = taken && differ && more == 0;
    o->apart |= taken && !open && (differ || !is_one_object(o, first));
    o->bits |= taken && more < 0;
    return open;
}

// Is it a number that depends on where an object lies?
static bool takes_bits(Order *o, Term a) {
    const Terms *t = o->p->terms;
    uint64_t mask;
    Term of = masked(t, a, &mask);
    if (of.id)
        return mask_takes_bits(o, a, of, mask);
    switch (term_op(t, a)) {
    case OP_BV_EXTRACT: {
        uint32_t node = addressed(o, term_arg(t, a, 0));
        bool ours = term_imm(t, a, 1) == ENVIRONMENT_BITS; // is it in the environment's memory?
        return node && !ours && (term_imm(t, a, 0) >= 63 || 2ull << term_imm(t, a, 0) > alignment(o, node));
    }
    case OP_BV_AND:
    case OP_BV_OR:
    case OP_BV_XOR:
    case OP_BV_NOT:
    case OP_BV_MUL:
    case OP_BV_SHL:
    case OP_BV_LSHR:
    case OP_BV_ASHR:
    case OP_BV_UDIV:
    case OP_BV_UREM:
    case OP_BV_SDIV:
    case OP_BV_SREM:
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            if (addressed(o, term_arg(t, a, i)))
                return true;
        return false;
    default:
        return false;
    }
}

// May an object of the node be gone while its address is still there?
static bool is_mortal(Order *o, uint32_t node) {
    NodeInfo info = pointsto_node(o->pt, node);
    for (uint32_t i = 0; i < info.n; i++)
        if (o->mortal[info.objects[i].object])
            return true;
    return false;
}

// No object is on the first page, nor on the last, whose addresses stand for errors in kernels.
static bool is_nowhere(const Terms *t, Term a) {
    enum { PAGE = 4096 };
    uint64_t low, high;
    uint32_t width = sort_width(t, term_sort(t, a));
    if (!term_is_const(t, a) || width > 64)
        return false;
    term_bits(t, a, &low, &high);
    return low < PAGE || low > (width < 64 ? (1ull << width) - 1 : UINT64_MAX) - PAGE;
}

// Equal addresses of different objects: one of them is behind the end of its object, or before its beginning; or
// the object is gone, and another lies there now.
static bool is_open_equality(Order *o, Term a, uint32_t x, uint32_t y) {
    assert(term_op(o->p->terms, a) == OP_EQ);
    const Terms *t = o->p->terms;
    Term left = term_arg(t, a, 0), right = term_arg(t, a, 1);
    bool moved = term_op(t, left) == OP_BV_ADD || term_op(t, right) == OP_BV_ADD;
    if (!x || !y) {
        Term other = x ? right : left;
        o->named |= (x || y) && !is_address(o, other) && !is_nowhere(t, other);
        return false;
    }
    if ((x != y && moved) || dangling_at(o->dangling, left, o->loc) || dangling_at(o->dangling, right, o->loc))
        return true;
    o->gone |= (is_mortal(o, x) || is_mortal(o, y)) && !(x == y && is_one_object(o, x));
    return false;
}

// Does the value depend on where objects lie?
static bool is_open(Order *o, Term a) {
    Terms *t = o->p->terms;
    Op op = term_op(t, a);
    bool less = op == OP_BV_ULT || op == OP_BV_ULE || op == OP_BV_SLT || op == OP_BV_SLE;
    if (op == OP_BV_ADD)
        return is_open_sum(o, a);
    if (!less && op != OP_EQ)
        return false;
    uint32_t x = addressed(o, term_arg(t, a, 0)), y = addressed(o, term_arg(t, a, 1));
    if (op == OP_EQ)
        return is_open_equality(o, a, x, y);
    o->apart |= x && x == y && !is_one_object(o, x);
    return x != y;
}

// ---- numbers made of the bits of addresses ----
static uint8_t worse(uint8_t a, uint8_t b) {
    return a > b ? a : b;
}

static uint8_t taint(Order *o, Term a);

// Of a sum: addresses that are added or taken away are looked at elsewhere.
static uint8_t taint_of_sum(Order *o, Term a) {
    const Terms *t = o->p->terms;
    uint8_t worst = addresses_in_sum(o, a) < 0 ? MADE_OF_BITS : CLEAN;
    for (uint32_t i = 0; i < term_arity(t, a); i++) {
        Term part = term_arg(t, a, i), minus = negated(t, part);
        if (!is_address(o, part) && !(minus.id && is_address(o, minus)))
            worst = worse(worst, taint(o, part));
    }
    return worst;
}

static uint8_t taint_new(Order *o, Term a) {
    const Terms *t = o->p->terms;
    Op op = term_op(t, a);
    VarId var = op == OP_VAR ? program_var_of(o->p, a) : 0;
    uint64_t mask;
    if (op == OP_VAR)
        return var < o->n_vars ? o->taint[var] : CLEAN;
    if (sort_kind(t, term_sort(t, a)) == SORT_BOOL)
        return CLEAN; // the result of a comparison becomes an input, where it must be
    if (op == OP_BV_ADD)
        return taint_of_sum(o, a);
    if (takes_bits(o, a))
        return MADE_OF_BITS;
    bool keeps = op == OP_ITE || op == OP_BV_ZEXT || op == OP_BV_EXTRACT || masked(t, a, &mask).id;
    uint8_t worst = CLEAN;
    for (uint32_t i = op == OP_ITE; i < term_arity(t, a); i++) {
        Term arg = term_arg(t, a, i);
        worst = worse(worst, !keeps && addressed(o, arg) ? MADE_OF_BITS : taint(o, arg));
    }
    return worst;
}

static uint8_t taint(Order *o, Term a) {
    uint32_t known;
    if (!term_arity(o->p->terms, a) && term_op(o->p->terms, a) != OP_VAR)
        return CLEAN;
    if (map_get(&o->taint_of, a.id, &known))
        return (uint8_t)known;
    uint8_t d = taint_new(o, a);
    map_put(&o->taint_of, a.id, d);
    return d;
}

static bool raise_taint(uint8_t *what, uint8_t d) {
    bool more = d > *what;
    *what = worse(*what, d);
    return more;
}

// What a LOAD of a number gives: all of an address is an address, a part of it is made of bits.
static uint8_t taint_of_load(Order *o, const Cmd *c) {
    assert(c->kind == CMD_LOAD && c->var);
    uint32_t cluster = cluster_at(o, c->a);
    bool whole = 8 * c->bytes == o->p->pointer_bits;
    uint8_t held = o->stored[cluster] && !whole ? MADE_OF_BITS : CLEAN;
    held = worse(held, o->cell_taint[cluster]);
    if (!cluster || o->p->vars.at[c->var].pointer || !held)
        return CLEAN;
    return o->plain[cluster] ? PERHAPS : held;
}

static bool taint_call(Order *o, const Cmd *c) {
    const Function *f = &o->p->funcs.at[c->callee];
    bool more = false;
    for (uint32_t i = 0; c->callee && i < c->n && i < f->params.count; i++)
        more |= raise_taint(&o->taint[f->params.at[i]], taint(o, c->terms[i]));
    for (uint32_t i = 0; c->callee && i < c->n_vars; i++)
        if (c->vars[i])
            more |= raise_taint(&o->taint[c->vars[i]], (uint8_t)map_find(&o->returned_taint, result_key(c->callee, i)));
    return more;
}

static bool taint_results(Order *o, const Edge *e) {
    const Cmd *c = &e->cmd;
    bool more = false;
    uint8_t d;
    switch (c->kind) {
    case CMD_ASSIGN:
        for (uint32_t i = 0; i < c->n; i++)
            more |= raise_taint(&o->taint[c->vars[i]], taint(o, c->terms[i]));
        return more;
    case CMD_STORE:
        return cluster_at(o, c->a) && raise_taint(&o->cell_taint[cluster_at(o, c->a)], taint(o, c->b));
    case CMD_LOAD:
        return c->var && raise_taint(&o->taint[c->var], taint_of_load(o, c));
    case CMD_CALL:
        return taint_call(o, c);
    case CMD_RETURN:
        for (uint32_t i = 0; i < c->n; i++) {
            uint64_t key = result_key(o->p->locs.at[e->from].func, i);
            if ((d = taint(o, c->terms[i])) > map_find(&o->returned_taint, key)) {
                map_put(&o->returned_taint, key, d);
                more = true;
            }
        }
        return more;
    default:
        return false;
    }
}

static void taint_all(Order *o) {
    const Program *p = o->p;
    for (bool changed = true; changed;) {
        changed = false;
        map_free(&o->taint_of);
        for (EdgeId e = 1; e < p->edges.count; e++)
            changed |= p->edges.at[e].from && taint_results(o, &p->edges.at[e]);
    }
}

static bool is_zero(const Terms *t, Term a) { // null
    uint64_t low = 1, high = 0;
    if (term_is_const(t, a) && sort_width(t, term_sort(t, a)) <= 128)
        term_bits(t, a, &low, &high);
    return !low && !high;
}

// Where only addresses, and what is made of them, are stored, what is read is so for certain.  To find that, first all
// of memory is taken to hold other numbers as well.
static void find_taint(Order *o) {
    assert(o->address && o->stored && "addresses are found before what is made of their bits");
    const Program *p = o->p;
    uint32_t clusters = pointsto_clusters(o->pt) + 1;
    o->taint = base_alloc(o->n_vars);
    o->cell_taint = base_alloc(clusters);
    o->plain = base_alloc(clusters);
    memset(o->plain, 1, clusters);
    taint_all(o);
    memset(o->plain, 0, clusters);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *c = &p->edges.at[e].cmd;
        if (!p->edges.at[e].from || (c->kind != CMD_STORE && c->kind != CMD_LOAD))
            continue;
        uint32_t cluster = cluster_at(o, c->a);
        NodeInfo node = pointsto_node(o->pt, pointsto_place(o->pt, c->a).node);
        o->plain[cluster] |= node.raw || node.wild;
        if (c->kind == CMD_STORE && !is_zero(p->terms, c->b))
            o->plain[cluster] |= !is_address(o, c->b) && !taint(o, c->b);
    }
    taint_all(o);
}

static bool is_comparison(Op op) {
    return op == OP_EQ || op == OP_BV_ULT || op == OP_BV_ULE || op == OP_BV_SLT || op == OP_BV_SLE || op == OP_FP_EQ ||
           op == OP_FP_LT || op == OP_FP_LE || op == OP_FP_IS_NAN;
}

static bool is_function(const Order *o, Term a) {
    VarId var = program_var_of(o->p, a);
    const Var *v = &o->p->vars.at[var];
    return var && v->kind == VAR_ADDRESS && o->p->objects.at[v->object].kind == OBJ_FUNCTION;
}

// The taint of what a comparison compares.  An address is not null, whatever its index is made of.
// Calls through a pointer ask whether it is that of a function: arithmetic that was taken back gives it anywhere.
static uint8_t compared_taint(Order *o, Term a) {
    const Terms *t = o->p->terms;
    uint8_t worst = CLEAN;
    for (uint32_t i = 0; term_op(t, a) == OP_EQ && i < 2; i++)
        if ((is_address(o, term_arg(t, a, i)) && is_nowhere(t, term_arg(t, a, 1 - i))) ||
            is_function(o, term_arg(t, a, i)))
            return CLEAN;
    for (uint32_t i = 0; is_comparison(term_op(t, a)) && i < term_arity(t, a); i++)
        worst = worse(worst, taint(o, term_arg(t, a, i)));
    return worst;
}

// Where memory is accessed, by an index that is made of bits.
static void look_at_index(Order *o, const Cmd *c) {
    if (c->kind != CMD_LOAD && c->kind != CMD_STORE && c->kind != CMD_COPY && c->kind != CMD_SET)
        return;
    // a pointer made of a number is followed by points-to analysis
    VarId var = program_var_of(o->p, c->a);
    if (var && o->p->vars.at[var].from_number)
        return;
    uint8_t d = worse(taint(o, c->a), c->kind == CMD_COPY ? taint(o, c->b) : CLEAN);
    o->decides |= d == MADE_OF_BITS && !o->in_model;
    o->bits |= d == MADE_OF_BITS;
    o->doubt |= d == PERHAPS;
}

enum { DEPENDS_OPEN = 1, DEPENDS_BITS = 2, DEPENDS_APART = 4, DEPENDS_GONE = 8, DEPENDS_NAMED = 16 };

// How the value depends on where objects lie, if these variables are addresses.
static unsigned dependence(Order *o, uint8_t *address, Term a) {
    Order look = *o;
    look.address = address;
    look.apart = look.bits = look.gone = look.named = false;
    bool bits = takes_bits(&look, a), open = is_open(&look, a);
    return (open ? DEPENDS_OPEN : 0) | (bits || look.bits ? DEPENDS_BITS : 0) | (look.apart ? DEPENDS_APART : 0) |
           (look.gone ? DEPENDS_GONE : 0) | (look.named ? DEPENDS_NAMED : 0);
}

static Term rewrite(Order *o, Term a) {
    Terms *t = o->p->terms;
    uint32_t n = a.id ? term_arity(t, a) : 0, known;
    if (!n)
        return a;
    if (map_get(&o->done, a.id, &known))
        return (Term){ known };
    Term out = a;
    unsigned how = dependence(o, o->address, a);
    uint8_t compared = compared_taint(o, a);
    how |= compared != MADE_OF_BITS ? 0
           : o->in_model            ? DEPENDS_BITS
                                    : DEPENDS_OPEN; // models print addresses digit by digit
    o->decides |= compared == MADE_OF_BITS && !o->in_model;
    o->doubt |= compared == PERHAPS;
    o->bits |= (how & DEPENDS_BITS) != 0;
    o->apart |= (how & DEPENDS_APART) != 0;
    o->gone |= (how & DEPENDS_GONE) != 0;
    o->named |= (how & DEPENDS_NAMED) != 0;
    o->doubt |= (dependence(o, o->perhaps, a) & ~how) != 0;
    if (how & DEPENDS_OPEN) {
        VarId var = program_var(o->p, o->func, "order", term_sort(t, a), VAR_LOCAL);
        vec_push(&o->inputs, var);
        out = var_term(o->p, var);
    } else {
        VecTerm args = { 0 };
        bool changed = false;
        for (uint32_t i = 0; i < n; i++) {
            vec_push(&args, rewrite(o, term_arg(t, a, i)));
            changed |= !term_same(args.at[i], term_arg(t, a, i));
        }
        if (changed)
            out = term_build(t, term_op(t, a), term_sort(t, a), n, args.at, term_imm(t, a, 0), term_imm(t, a, 1));
        vec_free(&args);
    }
    map_put(&o->done, a.id, out.id);
    return out;
}

static Cmd rewrite_cmd(Order *o, Cmd cmd) {
    cmd.a = rewrite(o, cmd.a);
    cmd.b = rewrite(o, cmd.b);
    cmd.c = rewrite(o, cmd.c);
    Term *terms = cmd.n ? arena_array(o->p->arena, Term, cmd.n) : NULL;
    for (uint32_t i = 0; i < cmd.n && cmd.terms; i++)
        terms[i] = rewrite(o, cmd.terms[i]);
    if (cmd.terms)
        cmd.terms = terms;
    return cmd;
}

// The inputs come before all that leaves the location.
static void insert_inputs(Order *o, LocId loc, const VecU32 *out) {
    assert(o->inputs.count && out->count);
    Program *p = o->p;
    SrcPos pos = p->edges.at[out->at[0]].pos;
    LocId last = loc;
    for (uint32_t i = 0; i < o->inputs.count; i++) {
        LocId next = program_loc(p, o->func, pos);
        Cmd input = { .kind = CMD_INPUT, .var = o->inputs.at[i], .input = INPUT_LIBRARY };
        input.text = program_name(p, ORDER_OF_ADDRESSES);
        program_edge(p, last, next, pos, input);
        last = next;
    }
    for (uint32_t i = 0; i < out->count; i++)
        edge_set_source(p, out->at[i], last);
}

// Two assumptions of which one is the negation of the other stay so.
static bool are_opposite(const Program *p, const VecU32 *out) {
    if (out->count != 2)
        return false;
    const Cmd *x = &p->edges.at[out->at[0]].cmd, *y = &p->edges.at[out->at[1]].cmd;
    return x->kind == CMD_ASSUME && y->kind == CMD_ASSUME && term_same(term_not(p->terms, x->a), y->a);
}

// A choice among more than two ways that depends on an order: what happens is not known.
static void give_up(Program *p, LocId loc, SrcPos pos) {
    assert(p->locs.at[loc].first_out != p->locs.at[loc].last_out && "one way out could take the inputs");
    loc_delete_out(p, loc);
    Cmd cmd = { .kind = CMD_UNMODELLED, .text = program_name(p, "a choice by " ORDER_OF_ADDRESSES) };
    program_edge(p, loc, p->stop, pos, cmd);
}

static void visit(Order *o, LocId loc) {
    Program *p = o->p;
    VecU32 out = { 0 };
    map_free(&o->done);
    o->inputs.count = 0;
    o->func = p->locs.at[loc].func;
    o->loc = loc;
    SrcPos pos = p->edges.at[p->locs.at[loc].first_out].pos;
    o->in_model = pos.file && file_is_model(program_text(p, p->files.at[pos.file]));
    for_out_edges(p, loc, e) {
        vec_push(&out, e);
        look_at_index(o, &p->edges.at[e].cmd);
    }
    bool opposite = are_opposite(p, &out);
    for (uint32_t i = 0; i < out.count; i++) {
        Cmd cmd = opposite && i ? cmd_assume(term_not(p->terms, p->edges.at[out.at[0]].cmd.a))
                                : rewrite_cmd(o, p->edges.at[out.at[i]].cmd);
        if (o->inputs.count && (opposite || out.count == 1))
            p->edges.at[out.at[i]].cmd = cmd;
    }
    if (o->inputs.count && (opposite || out.count == 1))
        insert_inputs(o, loc, &out);
    else if (o->inputs.count)
        give_up(p, loc, p->edges.at[out.at[0]].pos);
    vec_free(&out);
}

// What is freed or on the stack; a FREE of another object is an error, and ends nothing.
static void find_mortals(Order *o) {
    const Program *p = o->p;
    o->mortal = base_alloc(p->objects.count);
    pointsto_mark_freed(o->pt, p, o->mortal);
    for (ObjId i = 1; i < p->objects.count; i++) {
        ObjKind kind = p->objects.at[i].kind;
        o->mortal[i] = kind == OBJ_STACK || (kind == OBJ_HEAP && o->mortal[i]);
    }
}

static Order order_new(Program *p, PointsTo *pt) {
    Order o = { .p = p, .pt = pt, .dangling = dangling_new(p) };
    find_addresses(&o);
    find_mortals(&o);
    find_taint(&o);
    return o;
}

static void order_free(Order *o) {
    map_free(&o->done);
    map_free(&o->returned);
    map_free(&o->returned_taint);
    map_free(&o->taint_of);
    vec_free(&o->inputs);
    free(o->stored);
    free(o->mixed);
    free(o->taint);
    free(o->cell_taint);
    free(o->plain);
    free(o->perhaps);
    free(o->mortal);
    dangling_free(o->dangling);
    free(o->address);
}

static void report(const Order *o) {
    Program *p = o->p;
    if (o->bits)
        program_assume_that(p, "the program computes with the bits of addresses, and these do not decide");
    if (o->apart)
        program_assume_that(p, "pointers that are subtracted, or compared by order, point into one object");
    if (o->gone)
        program_assume_that(
            p, "an object that is freed, resized or of a call that has returned has an address of its own");
    if (o->named)
        program_assume_that(p, "no object lies at an address that the program compares with as a number");
    if (o->doubt)
        program_assume_that(p, "numbers that are kept where pointers are kept as well are not addresses");
}

bool order_to_inputs(Program *p, PointsTo *pt) {
    Order o = order_new(p, pt);
    for (LocId loc = 1, n = p->locs.count; loc < n; loc++)
        if (p->locs.at[loc].first_out)
            visit(&o, loc);
    report(&o);
    bool decides = o.decides;
    order_free(&o);
    return decides;
}
