// pointsto_graph.c - nodes, places and their unification
#include "memory/pointsto_graph.h"

uint32_t pt_new_node(PointsTo *pt) {
    (void)vec_add(&pt->nodes);
    return pt->nodes.count - 1;
}

int64_t pt_wrap(const Node *n, int64_t offset) {
    if (!n->modulus)
        return offset;
    int64_t m = (int64_t)n->modulus, r = offset % m;
    return r < 0 ? r + m : r;
}

Place pt_find(PointsTo *pt, Place at) {
    while (pt->nodes.at[at.node].parent) {
        Node *n = &pt->nodes.at[at.node], *up = &pt->nodes.at[n->parent];
        if (up->parent) { // halve the path
            n->shift += up->shift;
            n->parent = up->parent;
        }
        at.offset += n->shift;
        at.node = n->parent;
    }
    at.offset = pt_wrap(&pt->nodes.at[at.node], at.offset);
    return at;
}

uint32_t pt_field_index(const Node *n, int64_t offset) { // first field at or after
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

void pt_want_equal(PointsTo *pt, Place a, Place b) {
    if (a.node && b.node)
        vec_push(&pt->pending, (Pair){ a, b });
}

static void add_field(PointsTo *pt, uint32_t node, Field f) {
    assert(!pt->nodes.at[node].parent && "fields are those of representatives");
    assert(f.offset == pt_wrap(&pt->nodes.at[node], f.offset));
    Node *n = &pt->nodes.at[node];
    uint32_t i = pt_field_index(n, f.offset);
    if (i < n->fields.count && n->fields.at[i].offset == f.offset) {
        Field *have = &n->fields.at[i];
        have->mixed |= f.mixed || (have->bytes && f.bytes && have->bytes != f.bytes);
        if (f.bytes > have->bytes)
            have->bytes = f.bytes;
        if (have->content.node)
            pt_want_equal(pt, have->content, f.content);
        else
            have->content = f.content;
        return;
    }
    vec_push(&n->fields, f);
    memmove(&n->fields.at[i + 1], &n->fields.at[i], (n->fields.count - 1 - i) * sizeof f);
    n->fields.at[i] = f;
}

static void set_modulus(PointsTo *pt, uint32_t node, uint64_t modulus) {
    assert(node && !pt->nodes.at[node].parent);
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
        old.at[i].offset = pt_wrap(n, old.at[i].offset);
        add_field(pt, node, old.at[i]);
        n = &pt->nodes.at[node];
    }
    for (uint32_t i = 0; i < n->objects.count; i++)
        n->objects.at[i].offset = pt_wrap(n, n->objects.at[i].offset);
    vec_free(&old);
}

// Makes node b part of node a, where offset x of b is x + shift of a.
static void absorb(PointsTo *pt, uint32_t a, uint32_t b, int64_t shift) {
    assert(a != b && !pt->nodes.at[a].parent && !pt->nodes.at[b].parent);
    Node old = pt->nodes.at[b];
    pt->merges++;
    pt->nodes.at[b] = (Node){ .parent = a, .shift = shift };
    set_modulus(pt, a, old.modulus);
    for (uint32_t i = 0; i < old.fields.count; i++) {
        Field f = old.fields.at[i];
        f.offset = pt_wrap(&pt->nodes.at[a], f.offset + shift);
        add_field(pt, a, f);
    }
    Node *n = &pt->nodes.at[a];
    n->input |= old.input;
    n->raw |= old.raw;
    n->foreign |= old.foreign;
    n->outside |= old.outside;
    n->given |= old.given;
    n->called |= old.called;
    n->mangled |= old.mangled;
    n->lost |= old.lost;
    n->altered |= old.altered;
    n->numbered |= old.numbered;
    n->filled |= old.filled;
    n->any_number |= old.any_number;
    for (uint32_t i = 0; i < old.objects.count; i++)
        vec_push(&n->objects,
                 (struct ObjectStart){ old.objects.at[i].object, pt_wrap(n, old.objects.at[i].offset + shift) });
    vec_free(&old.fields);
    vec_free(&old.objects);
}

static void unify_now(PointsTo *pt, Place a, Place b) {
    a = pt_find(pt, a);
    b = pt_find(pt, b);
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

void pt_unify(PointsTo *pt, Place a, Place b) {
    pt_want_equal(pt, a, b);
    while (pt->pending.count) {
        Pair next = vec_pop(&pt->pending);
        unify_now(pt, next.a, next.b);
    }
}

void pt_stride(PointsTo *pt, Place at, uint64_t bytes) {
    if (!at.node)
        return;
    set_modulus(pt, pt_find(pt, at).node, bytes);
    pt_unify(pt, (Place){ 0 }, (Place){ 0 }); // what became equal
}

// ---- what variables, objects and results point to ----
Place pt_var_place(PointsTo *pt, VarId var) {
    assert(var && var < pt->var_place.count && "the program must not get variables while it is analysed");
    const Var *v = &pt->p->vars.at[var];
    if (v->kind == VAR_ADDRESS)
        return (Place){ pt->object_node.at[v->object], 0 };
    if (!pt->var_place.at[var].node) {
        uint32_t node = pt_new_node(pt);
        pt->var_place.at[var] = (Place){ node, 0 };
    }
    return pt->var_place.at[var];
}

Place pt_result_place(PointsTo *pt, FuncId func, uint32_t i) {
    assert(i < 1 << 16 && "the key has 16 bits for the number of the result");
    uint64_t key = (uint64_t)func << 16 | i;
    uint32_t index;
    if (map_get(&pt->result_place, key, &index))
        return pt->places.at[index];
    Place fresh = { pt_new_node(pt), 0 };
    map_put(&pt->result_place, key, pt->places.count);
    vec_push(&pt->places, fresh);
    return fresh;
}

// What the pointers in the field at 'at' point to; the field is made where there is none.
Place pt_content(PointsTo *pt, Place at, uint32_t bytes) {
    assert(at.node && bytes);
    at = pt_find(pt, at);
    Field f = { .offset = at.offset, .bytes = bytes };
    add_field(pt, at.node, f);
    pt_unify(pt, (Place){ 0 }, (Place){ 0 });
    at = pt_find(pt, at);
    Node *n = &pt->nodes.at[at.node];
    uint32_t i = pt_field_index(n, at.offset);
    assert(i < n->fields.count && n->fields.at[i].offset == at.offset && "add_field has made it");
    if (!n->fields.at[i].content.node) {
        uint32_t node = pt_new_node(pt);
        pt->nodes.at[at.node].fields.at[i].content = (Place){ node, 0 };
    }
    return pt->nodes.at[at.node].fields.at[i].content;
}

void pt_set_flag(PointsTo *pt, bool *flag) {
    pt->merges += !*flag;
    *flag = true;
}

// ---- the check ----
static void check_fields(const PointsTo *pt, const Node *n) {
    for (uint32_t i = 0; i < n->fields.count; i++) {
        const Field *f = &n->fields.at[i];
        if (i && n->fields.at[i - 1].offset >= f->offset)
            bug("pointsto_check: fields are not sorted by offset");
        if (f->offset != pt_wrap(n, f->offset))
            bug("pointsto_check: a field at %lld, of modulus %llu", (long long)f->offset, (long long)n->modulus);
        if (f->content.node >= pt->nodes.count)
            bug("pointsto_check: a field points to no node");
    }
}

static void check_objects(PointsTo *pt, uint32_t node) {
    for (uint32_t i = 0; i < pt->nodes.at[node].objects.count; i++) {
        struct ObjectStart o = pt->nodes.at[node].objects.at[i];
        Place at = pt_find(pt, (Place){ pt->object_node.at[o.object], 0 });
        if (at.node != node || at.offset != o.offset)
            bug("pointsto_check: object %u is not where its node has it", o.object);
    }
}

void pointsto_check(PointsTo *pt) {
    uint32_t objects = 0;
    assert(!pt->pending.count);
    for (uint32_t node = 1; node < pt->nodes.count; node++) {
        const Node *n = &pt->nodes.at[node];
        if (n->parent && (n->fields.count || n->objects.count))
            bug("pointsto_check: node %u was absorbed and has contents", node);
        check_fields(pt, n);
        check_objects(pt, node);
        objects += n->objects.count;
    }
    if (objects + 1 != pt->object_node.count)
        bug("pointsto_check: %u objects in nodes, of %u", objects, pt->object_node.count - 1);
}
