// pointsto_field.c - which fields overlap: the clusters of cells that memory is split into
#include "memory/pointsto_graph.h"

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
        Place x = pt_find(pt, a->content), y = pt_find(pt, b->content);
        if (x.node != y.node || x.offset != y.offset)
            pt_want_equal(pt, x, y);
    }
}

void pt_join_overlaps(PointsTo *pt) {
    for (uint32_t node = 1; node < pt->nodes.count; node++)
        if (!pt->nodes.at[node].parent)
            overlaps(pt, node, join_contents);
    pt_unify(pt, (Place){ 0 }, (Place){ 0 });
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

void pt_number_clusters(PointsTo *pt) {
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
    assert(!pt->pending.count && "what is unified later would join clusters");
}

// Copying or setting a part of a cell takes it apart: such cells are bytes.
static void mark_parts(PointsTo *pt, Term address, Term size) {
    Terms *t = pt->p->terms;
    Place at = pt_eval(pt, address, POINTER);
    if (!at.node)
        return;
    at = pt_find(pt, at);
    Node *n = &pt->nodes.at[at.node];
    uint64_t multiple = pt_divisor(t, size);
    bool known = term_is_const(t, size);
    int64_t end = known ? at.offset + pt_const_offset(t, size) : 0;
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
                int64_t last = at.offset + pt_const_offset(t, size);
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

void pt_mark_parts(PointsTo *pt) {
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

// ---- queries ----
FieldInfo pointsto_field(PointsTo *pt, Place place) {
    assert(place.node < pt->nodes.count && !pt->nodes.at[place.node].parent && "a place of pointsto_place");
    const Node *n = &pt->nodes.at[place.node];
    uint32_t i = pt_field_index(n, place.offset);
    if (!place.node || i >= n->fields.count || n->fields.at[i].offset != place.offset)
        return (FieldInfo){ 0 };
    FieldInfo info = pt->infos.at[n->fields.at[i].cluster];
    assert(n->fields.at[i].cluster && n->fields.at[i].cluster <= pt->clusters);
    info.cluster = n->fields.at[i].cluster;
    return info;
}

uint32_t pointsto_cell(PointsTo *pt, Term address, Term size, const uint64_t *offset) {
    Place at = pointsto_place(pt, address);
    if (!at.node)
        return 1;
    const Node *n = &pt->nodes.at[at.node];
    if (offset) {
        at.offset = pt_wrap(n, at.offset + (int64_t)*offset);
        FieldInfo info = pointsto_field(pt, at);
        return info.cluster && info.bytes ? info.bytes : 1;
    }
    uint64_t unit = gcd(n->modulus, pt_divisor(pt->p->terms, size));
    assert(pt->clusters || !n->fields.count);
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
