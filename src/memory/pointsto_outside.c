// pointsto_outside.c - what is handed out to functions without body, and pointers that come from outside
#include "memory/pointsto_graph.h"

void pt_set_input(PointsTo *pt, VarId var, InputKind kind) {
    Place at = pt_find(pt, pt_var_place(pt, var)); // may add a node
    pt->nodes.at[at.node].any_number = true;
    if (!pt->p->vars.at[var].pointer)
        return;
    pt_set_flag(pt, &pt->nodes.at[at.node].input);
    pt->nodes.at[at.node].outside |= kind == INPUT_EXTERNAL || kind == INPUT_NONDET;
}

// ---- memory that inputs point into ----
// Unknown memory, or memory that functions without body may write, holds unknown pointers.  A pointer
// that never got the address of an object was read from memory that was never written: an input too.
void pt_spread_wild(PointsTo *pt) {
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
            Node *n = to.node ? &pt->nodes.at[pt_find(pt, to).node] : NULL;
            if (!n || n->wild)
                continue;
            n->wild = true;
            vec_push(&work, pt_find(pt, to).node);
        }
    }
    vec_free(&work);
}

// ---- what is handed out, and what comes from outside ----
// What memory holds that others can reach is handed out, and may have been replaced by a pointer of theirs.
void pt_spread_given(PointsTo *pt) {
    VecU32 work = { 0 };
    for (uint32_t node = 1; node < pt->nodes.count; node++)
        if (!pt->nodes.at[node].parent && (pt->nodes.at[node].outside || pt->nodes.at[node].given))
            vec_push(&work, node);
    while (work.count) {
        uint32_t node = vec_pop(&work);
        for (uint32_t i = 0; i < pt->nodes.at[node].fields.count; i++) {
            Place to = pt->nodes.at[node].fields.at[i].content;
            Node *n = to.node ? &pt->nodes.at[pt_find(pt, to).node] : NULL;
            if (!n || (n->outside && n->given))
                continue;
            n->outside = n->given = true;
            vec_push(&work, pt_find(pt, to).node);
        }
    }
    vec_free(&work);
}

static Place node_of(PointsTo *pt, ObjId object) {
    return pt_find(pt, (Place){ pt->object_node.at[object], 0 });
}

// A function that is called back gets pointers from outside, and hands out what it returns.
static bool call_back(PointsTo *pt, ObjId o) {
    assert(pt->havocs && "only functions without body call back");
    const Object *object = &pt->p->objects.at[o];
    FuncId f = object->kind == OBJ_FUNCTION ? object->func : 0;
    if (!f || pt->called_back[o] || !pt->nodes.at[node_of(pt, o).node].given)
        return false;
    pt->called_back[o] = true;
    for (uint32_t i = 0; i < pt->p->funcs.at[f].params.count; i++)
        pt_set_input(pt, pt->p->funcs.at[f].params.at[i], INPUT_EXTERNAL);
    for (uint32_t i = 0; i < pt->p->funcs.at[f].results.count; i++)
        pt->nodes.at[pt_find(pt, pt_result_place(pt, f, i)).node].given = true;
    return true;
}

bool pt_call_back(PointsTo *pt) {
    bool more = false;
    for (ObjId o = 1; pt->havocs && o < pt->p->objects.count; o++)
        more |= call_back(pt, o);
    return more;
}

static bool can_be_written(const PointsTo *pt, const Node *n) {
    for (uint32_t i = 0; i < n->objects.count; i++)
        if (!pt->p->objects.at[n->objects.at[i].object].constant)
            return true;
    return !n->objects.count;
}

// Does the program use a pointer from outside?
bool pt_uses_outside(const PointsTo *pt) {
    for (uint32_t node = 1; node < pt->nodes.count; node++) {
        const Node *n = &pt->nodes.at[node];
        if (!n->parent && n->outside && (n->fields.count || n->called))
            return true;
    }
    return false;
}

// What a variable that other files can name holds can be had by a pointer from outside to the variable.
void pt_hand_out_held(PointsTo *pt) {
    for (ObjId o = 1; o < pt->p->objects.count; o++) {
        const Node *n = &pt->nodes.at[node_of(pt, o).node];
        for (uint32_t i = 0; pt->p->objects.at[o].shared && i < n->fields.count; i++)
            if (n->fields.at[i].content.node)
                pt->nodes.at[pt_find(pt, n->fields.at[i].content).node].given = true;
    }
}

// A pointer from outside may point to the middle of an object, but is aligned for its accesses: the distances of
// places are multiples of what divides all offsets and all widths.
static void join_offsets(PointsTo *pt, Place all) {
    Place at = pt_find(pt, all);
    const Node *n = &pt->nodes.at[at.node];
    uint64_t unit = n->modulus;
    for (uint32_t i = 0; i < n->fields.count; i++)
        unit = gcd(gcd(unit, distance(n->fields.at[i].offset, at.offset)), n->fields.at[i].bytes);
    pt_stride(pt, all, unit);
}

// Pointers from outside may point to one object, also of the program.  What they point to holds such pointers.
// Constants that a pointer from outside points to differ in nothing from other memory.
void pt_join_outside(PointsTo *pt) {
    assert(pt->aliases && !pt->p->distinct);
    Place all = { 0 };
    for (uint32_t node = 1; node < pt->nodes.count; node++) {
        const Node *n = &pt->nodes.at[node];
        if (n->parent || !(n->outside || (n->given && can_be_written(pt, n))))
            continue;
        if (!all.node)
            all.node = node;
        pt_unify(pt, all, (Place){ node, 0 });
        join_offsets(pt, all);
    }
    for (ObjId o = 1; o < pt->p->objects.count; o++) {
        const Object *object = &pt->p->objects.at[o];
        if (!object->shared || object->constant)
            continue;
        pt_unify(pt, all, node_of(pt, o));
        join_offsets(pt, all);
    }
    for (uint32_t i = 0; i < pt->nodes.at[pt_find(pt, all).node].fields.count; i++) {
        Place holds = pt->nodes.at[pt_find(pt, all).node].fields.at[i].content;
        if (holds.node && pt_find(pt, holds).node != pt_find(pt, all).node)
            pt_unify(pt, all, (Place){ pt_find(pt, holds).node, 0 });
    }
    join_offsets(pt, all);
}

void pt_note_given(PointsTo *pt) {
    for (ObjId o = 1; o < pt->p->objects.count; o++) // that a pointer may point to it is not that it is handed out
        pt->given[o] |= pt->nodes.at[node_of(pt, o).node].given && !(pt->aliases && pt->p->objects.at[o].shared);
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
