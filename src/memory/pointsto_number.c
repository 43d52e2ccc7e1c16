// pointsto_number.c - addresses made of numbers, and numbers kept where pointers are
#include "memory/pointsto_graph.h"

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
void pt_spread_numbers(PointsTo *pt) {
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
                    pt_set_flag(pt, &pt->nodes.at[pt_find(pt, to).node].any_number);
                if (to.node && numbers)
                    pt_set_flag(pt, &pt->nodes.at[pt_find(pt, to).node].numbered);
            }
        }
    }
}

static bool from_nowhere(const Node *n) {
    return !n->objects.count && !n->input;
}

// An access through a pointer that went through arithmetic that loses the object, or that comes from nowhere, may go
// wherever such pointers go.
static void join_mangled(PointsTo *pt, Term address) {
    assert(pt->mangled_sources.count);
    Place at = address.id ? pt_eval(pt, address, POINTER) : (Place){ 0 };
    if (!at.node)
        return;
    const Node *n = &pt->nodes.at[pt_find(pt, at).node];
    if (!n->mangled && !from_nowhere(n))
        return;
    for (uint32_t i = 0; i < pt->mangled_sources.count; i++) {
        Place from = pt_find(pt, pt->mangled_sources.at[i]);
        if (!pt->nodes.at[from.node].objects.count)
            continue;
        pt_stride(pt, from, 1);
        pt_stride(pt, at, 1);
        pt_unify(pt, at, from);
    }
}

void pt_join_mangled(PointsTo *pt) {
    for (EdgeId e = 1; pt->mangled_sources.count && e < pt->p->edges.count; e++) {
        const Cmd *c = &pt->p->edges.at[e].cmd;
        if (!pt->p->edges.at[e].from)
            continue;
        switch (c->kind) {
        case CMD_COPY:
            join_mangled(pt, c->b);
            join_mangled(pt, c->a);
            break;
        case CMD_LOAD:
        case CMD_STORE:
        case CMD_SET:
        case CMD_HAVOC:
        case CMD_FREE:
        case CMD_OBJECT_SIZE:
        case CMD_VALID:
        case CMD_CALL:
        case CMD_THREAD_CREATE:
            join_mangled(pt, c->a);
            break;
        default:
            break;
        }
    }
}

static bool is_lost(PointsTo *pt, Term a) {
    Terms *t = pt->p->terms;
    VecTerm vars = { 0 };
    bool lost = false;
    term_vars(t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        Place at = pt_eval(pt, vars.at[i], NUMBER);
        lost |= at.node && pt->nodes.at[pt_find(pt, at).node].lost;
    }
    vec_free(&vars);
    return lost;
}

bool pointsto_in_doubt(PointsTo *pt, Term address, bool bits) {
    assert(sort_width(pt->p->terms, term_sort(pt->p->terms, address)) == pt->p->pointer_bits);
    enum { PAGE = 4096 };
    Place at = pointsto_place(pt, address);
    const Node *n = &pt->nodes.at[at.node];
    if (term_is_const(pt->p->terms, address)) {
        int64_t value = pt_const_offset(pt->p->terms, address);
        return value < -PAGE || value >= PAGE; // the last page is where kernels have errors
    }
    if (!at.node)
        return true;
    if (from_nowhere(n)) // null, if nothing else was ever put there
        return (n->numbered || n->altered || n->mangled) && (bits || !n->any_number);
    return n->lost || is_lost(pt, address) || (bits && (n->altered || n->mangled));
}
