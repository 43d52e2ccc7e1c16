#include "frontend/order.h"
#include "program/edit.h"
#include <stdlib.h>

typedef struct Order {
    Program *p;
    PointsTo *pt;
    uint8_t *address; // per VarId: a pointer, or a number assigned from one
    uint32_t n_vars;  // of the program before we added some
    FuncId func;      // where we are
    Map done;         // term -> its new form, at this location
    VecU32 inputs;    // variables that stand for comparisons here
    bool bits;        // the program computes with bits of addresses
} Order;

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
    for (uint32_t i = 0; op == OP_BV_ADD && i < term_arity(t, a); i++)
        if (is_address(o, term_arg(t, a, i)))
            return true;
    return false;
}

// Numbers made of pointers by casts: as far as assignments carry them.
static void find_addresses(Order *o) {
    const Program *p = o->p;
    o->n_vars = p->vars.count;
    o->address = base_alloc(o->n_vars);
    for (VarId v = 1; v < p->vars.count; v++)
        o->address[v] = p->vars.at[v].pointer;
    for (bool changed = true; changed;) {
        changed = false;
        for (EdgeId e = 1; e < p->edges.count; e++) {
            const Cmd *c = &p->edges.at[e].cmd;
            for (uint32_t i = 0; p->edges.at[e].from && c->kind == CMD_ASSIGN && i < c->n; i++)
                if (!o->address[c->vars[i]] && is_address(o, c->terms[i]))
                    o->address[c->vars[i]] = changed = true;
        }
    }
}

// The node of objects that 'a' is an address of, or 0.
static uint32_t addressed(Order *o, Term a) {
    Place at = is_address(o, a) ? pointsto_place(o->pt, a) : (Place){ 0 };
    return at.node && pointsto_node(o->pt, at.node).n ? at.node : 0;
}

// Objects of the node begin at multiples of this, wherever they are.
static uint64_t alignment(Order *o, uint32_t node) {
    NodeInfo info = pointsto_node(o->pt, node);
    uint64_t least = info.wild ? 1 : 16;
    for (uint32_t i = 0; i < info.n; i++) {
        uint64_t align = o->p->objects.at[info.objects[i].object].align;
        least = align < least ? align : least;
    }
    return least ? least : 1;
}

// The lowest bits of an address are those of the offset; all others hang on where the object is.
static bool mask_takes_bits(Order *o, Term a, Term address, uint64_t mask) {
    const Terms *t = o->p->terms;
    uint32_t node = addressed(o, address), width = sort_width(t, term_sort(t, a));
    uint64_t low = node ? alignment(o, node) - 1 : 0, all = width < 64 ? (1ull << width) - 1 : UINT64_MAX;
    if (!node)
        return false;
    return (mask & ~low) != 0 && (term_op(t, a) != OP_BV_AND || ((mask | low) & all) != all);
}

// Is it a number that hangs on where an object lies?
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
        return node && !ours && 2ull << term_imm(t, a, 0) > alignment(o, node);
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

static bool is_open(Order *o, Term a) {
    Terms *t = o->p->terms;
    Op op = term_op(t, a);
    if (op != OP_BV_ULT && op != OP_BV_ULE && op != OP_BV_SLT && op != OP_BV_SLE)
        return false;
    return addressed(o, term_arg(t, a, 0)) != addressed(o, term_arg(t, a, 1));
}

static Term rewrite(Order *o, Term a) {
    Terms *t = o->p->terms;
    uint32_t n = a.id ? term_arity(t, a) : 0, known;
    if (!n)
        return a;
    if (map_get(&o->done, a.id, &known))
        return (Term){ known };
    Term out = a;
    o->bits |= takes_bits(o, a);
    if (is_open(o, a)) {
        VarId var = program_var(o->p, o->func, "order", sort_bool(t), VAR_LOCAL);
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
    Program *p = o->p;
    SrcPos pos = p->edges.at[out->at[0]].pos;
    LocId last = loc;
    for (uint32_t i = 0; i < o->inputs.count; i++) {
        LocId next = program_loc(p, o->func, pos);
        Cmd input = { .kind = CMD_INPUT, .var = o->inputs.at[i], .input = INPUT_LIBRARY };
        input.text = program_name(p, "the order of addresses");
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

// A choice among more than two ways that hangs on an order: what happens is not known.
static void give_up(Program *p, LocId loc, SrcPos pos) {
    loc_delete_out(p, loc);
    Cmd cmd = { .kind = CMD_UNMODELLED, .text = program_name(p, "a choice by the order of addresses") };
    program_edge(p, loc, p->stop, pos, cmd);
}

static void visit(Order *o, LocId loc) {
    Program *p = o->p;
    VecU32 out = { 0 };
    map_free(&o->done);
    o->inputs.count = 0;
    o->func = p->locs.at[loc].func;
    for_out_edges(p, loc, e) {
        vec_push(&out, e);
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

void order_to_inputs(Program *p, PointsTo *pt) {
    Order o = { .p = p, .pt = pt };
    find_addresses(&o);
    for (LocId loc = 1, n = p->locs.count; loc < n; loc++)
        if (p->locs.at[loc].first_out)
            visit(&o, loc);
    if (o.bits)
        program_assume_that(p, "the program computes with the bits of addresses, and these do not decide");
    map_free(&o.done);
    vec_free(&o.inputs);
    free(o.address);
}
