// lists_fold.c - the abstraction of the engine 'lists': chains of objects become segments
//
// Two neighbours of a chain, x and the y that its link leads to, become one segment if nothing but the link (and the
// link back to y of what follows y) speaks of y.  So an object that a variable or another object names stays what it
// is, unless it is the first of the segment.  Cells that differ become a value that has both.
#include "engine/lists/lists.h"

// ---- how often a node is spoken of ----
typedef struct Count {
    uint32_t node, first, last;
} Count;

static void count_value(void *context, HeapValue *v) {
    Count *c = context;
    c->first += v->kind == HEAP_FIRST && v->node == c->node;
    c->last += v->kind == HEAP_LAST && v->node == c->node;
}

static Count count(Heap *h, uint32_t node) {
    Count c = { .node = node };
    heap_each(h, count_value, &c);
    return c;
}

// ---- two neighbours ----
typedef struct Fold { // how they are linked
    uint32_t x, y;
    uint64_t next, prev, at;
    bool twice;
    bool mixes; // cells may be joined where neither value has the other
    HeapCells cells;
    VEC(HeapNode) shapes; // of new lists: LIST cells have the place here until the pair is merged
} Fold;

static bool is_linkable(const HeapNode *n) {
    return n->kind == NODE_HEAP || n->kind == NODE_SEGMENT;
}

static HeapValue next_of(const Lists *l, const Fold *f, const HeapNode *n) {
    return n->kind == NODE_SEGMENT ? n->end : heap_cell(n, f->next, l->word);
}

static HeapValue prev_of(const Lists *l, const Fold *f, const HeapNode *n) {
    return n->kind == NODE_SEGMENT ? n->begin : heap_cell(n, f->prev, l->word);
}

static HeapValue address_of_last(const Heap *h, uint32_t n, uint64_t at) {
    return (HeapValue){ h->nodes.at[n].kind == NODE_SEGMENT ? HEAP_LAST : HEAP_FIRST, n, at };
}

static bool like_segment(Fold *f, const HeapNode *s) {
    if (s->kind != NODE_SEGMENT)
        return true;
    f->next = s->next;
    f->at = s->at;
    f->twice = s->twice;
    f->prev = s->prev;
    return true;
}

// Both links, where at least one of them is a segment already.
static bool segments_agree(const HeapNode *x, const HeapNode *y) {
    return x->kind != NODE_SEGMENT || y->kind != NODE_SEGMENT ||
           (x->next == y->next && x->at == y->at && x->twice == y->twice && (!x->twice || x->prev == y->prev));
}

static bool links_back(const Lists *l, const Heap *h, const Fold *f) {
    return heap_value_same(prev_of(l, f, &h->nodes.at[f->y]), address_of_last(h, f->x, f->at));
}

// A cell of y that leads back to x makes the chain one that is linked twice.
static void find_back(const Lists *l, const Heap *h, Fold *f) {
    const HeapNode *y = &h->nodes.at[f->y];
    for (uint32_t i = 0; i < y->cells.count && !f->twice; i++) {
        f->prev = y->cells.at[i].offset;
        bool apart = f->prev >= f->next + l->word || f->next >= f->prev + l->word;
        f->twice = apart && y->cells.at[i].bytes == l->word && links_back(l, h, f);
    }
    if (!f->twice)
        f->prev = 0;
}

// Is y spoken of by its neighbours only?
static bool is_hidden(const Lists *l, Heap *h, const Fold *f) {
    Count c = count(h, f->y), cx = count(h, f->x);
    HeapValue after = next_of(l, f, &h->nodes.at[f->y]);
    bool segment = h->nodes.at[f->y].kind == NODE_SEGMENT;
    uint32_t back = 0;
    if (f->twice && !segment && heap_is_pointer(after) && is_linkable(&h->nodes.at[after.node]) && after.node != f->y)
        back = heap_value_same(prev_of(l, f, &h->nodes.at[after.node]), address_of_last(h, f->y, f->at));
    if (h->nodes.at[f->x].kind == NODE_SEGMENT && cx.last > (f->twice ? 1 : 0))
        return false;
    return c.first == 1 + back;
}

// ---- cells ----
static bool is_walked(const Lists *l, uint64_t offset);
static bool join(const Heap *h, bool mixes, HeapValue a, HeapValue b, HeapValue *out);

static bool same_cell(const HeapCell *a, const HeapCell *b) {
    return a->offset == b->offset && a->bytes == b->bytes;
}

static bool is_not_zero(const Heap *h, HeapValue v) {
    bool inside = heap_is_pointer(v) && v.number < h->nodes.at[v.node].size && h->nodes.at[v.node].kind != NODE_OUT;
    bool set = v.kind == HEAP_AMONG && !(v.number & 1);
    return v.kind == HEAP_NONZERO || (v.kind == HEAP_NUMBER && v.number) || set || inside;
}

static bool is_owner(HeapValue v) {
    return heap_is_pointer(v) || v.kind == HEAP_LIST;
}

// ---- lists of an object's own ----
static bool is_null(HeapValue v) {
    return v.kind == HEAP_NUMBER && !v.number;
}

// The cell of a single object that ends its list: the first null that the program walks along, or the one at the offset
// where its owner has the list.
static bool find_end(const Lists *l, const HeapNode *n, uint64_t at, uint64_t owner, uint64_t *next) {
    *next = owner;
    if (owner < n->size && is_null(heap_cell(n, owner, l->word)) && is_walked(l, owner - at))
        return true;
    for (uint32_t i = 0; i < n->cells.count; i++) {
        *next = n->cells.at[i].offset;
        if (is_null(n->cells.at[i].value) && n->cells.at[i].bytes == l->word && is_walked(l, *next - at))
            return true;
    }
    return false;
}

// What a list at 'offset' that is its owner's alone looks like; null looks like any: 'kind' NONE.
static bool shape_of(const Lists *l, Heap *h, uint64_t offset, HeapValue v, HeapNode *shape) {
    *shape = (HeapNode){ 0 };
    if (is_null(v))
        return true;
    if (v.kind == HEAP_LIST) {
        *shape = h->nodes.at[v.node];
        return true;
    }
    const HeapNode *n = v.kind == HEAP_FIRST ? &h->nodes.at[v.node] : NULL;
    if (!n || !is_linkable(n) || n->twice || v.number >= n->size)
        return false;
    Count c = count(h, v.node);
    *shape = *n;
    shape->kind = NODE_SHAPE;
    if (n->kind == NODE_SEGMENT ? !is_null(n->end) || n->at != v.number
                                : !find_end(l, n, v.number, offset, &shape->next))
        return false;
    shape->at = v.number;
    for (uint32_t i = 0; i < n->cells.count; i++)
        if (is_owner(n->cells.at[i].value) || n->cells.at[i].value.kind == HEAP_COUNT)
            return false;
    return c.first == 1 && !c.last;
}

static void add_shape_cells(const Lists *l, const Heap *h, const HeapNode *a, const HeapNode *b, HeapNode *out) {
    for (uint32_t i = 0; i < a->cells.count; i++) {
        HeapCell c = a->cells.at[i];
        bool link = c.offset < out->next + l->word && out->next < c.offset + c.bytes;
        if (!link && (!b || join(h, true, c.value, heap_cell(b, c.offset, c.bytes), &c.value)) &&
            c.value.kind != HEAP_ANY)
            vec_push(&out->cells, c);
    }
}

// Both are null, or lists that look alike.
static bool join_lists(const Lists *l, Heap *h, uint64_t offset, HeapValue a, HeapValue b, HeapNode *shape) {
    HeapNode x, y;
    if (!shape_of(l, h, offset, a, &x) || !shape_of(l, h, offset, b, &y) || (!x.kind && !y.kind))
        return false;
    if (x.kind && y.kind && (x.size != y.size || x.next != y.next || x.at != y.at))
        return false;
    const HeapNode *one = x.kind ? &x : &y, *other = x.kind && y.kind ? &y : NULL;
    *shape = (HeapNode){ .kind = NODE_SHAPE, .size = one->size, .next = one->next, .at = one->at };
    add_shape_cells(l, h, one, other, shape);
    return true;
}

static bool has(const Heap *h, HeapValue general, HeapValue special) {
    uint64_t set = heap_set(special);
    return general.kind == HEAP_ANY || (general.kind == HEAP_NONZERO && is_not_zero(h, special)) ||
           (set && !(set & ~heap_set(general)));
}

// Both values; false: too much would be lost.
static bool join(const Heap *h, bool mixes, HeapValue a, HeapValue b, HeapValue *out) {
    *out = a;
    if (heap_value_same(a, b))
        return true;
    if (is_owner(a) || is_owner(b))
        return false;
    if (!mixes && !has(h, a, b) && !has(h, b, a))
        return false;
    enum { MOST_AMONG = 4 };
    uint64_t set = heap_set(a) | heap_set(b);
    if (heap_set(a) && heap_set(b) && __builtin_popcountll(set) <= MOST_AMONG) {
        *out = heap_among(set);
        return true;
    }
    *out = is_not_zero(h, a) && is_not_zero(h, b) ? (HeapValue){ HEAP_NONZERO, 0, 0 } : heap_any();
    return true;
}

static bool is_link_cell(const Lists *l, const Fold *f, const HeapCell *c) {
    bool next = c->offset < f->next + l->word && f->next < c->offset + c->bytes;
    bool prev = f->twice && c->offset < f->prev + l->word && f->prev < c->offset + c->bytes;
    return next || prev;
}

static bool join_cells(const Lists *l, Heap *h, Fold *f) {
    const HeapNode *x = &h->nodes.at[f->x], *y = &h->nodes.at[f->y];
    for (uint32_t i = 0; i < x->cells.count; i++) {
        HeapCell c = x->cells.at[i];
        if (is_link_cell(l, f, &c))
            continue;
        HeapValue other = heap_cell(y, c.offset, c.bytes);
        HeapNode shape;
        if (join(h, f->mixes, c.value, other, &c.value)) {
        } else if (c.bytes == l->word && join_lists(l, h, c.offset, c.value, other, &shape)) {
            c.value = (HeapValue){ HEAP_LIST, f->shapes.count, 0 };
            vec_push(&f->shapes, shape);
        } else {
            return false;
        }
        if (c.value.kind != HEAP_ANY)
            vec_push(&f->cells, c);
    }
    for (uint32_t i = 0; i < y->cells.count; i++) { // those that x does not have
        bool there = is_link_cell(l, f, &y->cells.at[i]) || !is_owner(y->cells.at[i].value);
        for (uint32_t k = 0; k < x->cells.count; k++)
            there |= same_cell(&x->cells.at[k], &y->cells.at[i]);
        if (!there)
            return false;
    }
    return true;
}

// ---- folding ----
typedef struct Move {
    uint32_t x, y;
    bool y_segment;
} Move;

static void move_pointer(void *context, HeapValue *v) {
    const Move *m = context;
    if (heap_is_pointer(*v) && v->node == m->y && (v->kind == HEAP_LAST || !m->y_segment))
        *v = (HeapValue){ HEAP_LAST, m->x, v->number };
}

static void drop_list(Heap *h, HeapValue v) {
    if (v.kind == HEAP_FIRST)
        heap_drop_node(h, v.node);
}

// The nodes of lists that become LIST cells are gone.
static void take_lists(Heap *h, Fold *f) {
    for (uint32_t i = 0; i < f->cells.count; i++) {
        HeapCell *c = &f->cells.at[i];
        if (c->value.kind != HEAP_LIST)
            continue;
        HeapValue x = heap_cell(&h->nodes.at[f->x], c->offset, c->bytes);
        HeapValue y = heap_cell(&h->nodes.at[f->y], c->offset, c->bytes);
        heap_set_cell(&h->nodes.at[f->x], c->offset, c->bytes, heap_any());
        heap_set_cell(&h->nodes.at[f->y], c->offset, c->bytes, heap_any());
        bool old = heap_value_same(x, y);
        c->value.node = old ? x.node : heap_add_node(h, f->shapes.at[c->value.node]);
        if (!old) {
            drop_list(h, x);
            drop_list(h, y);
        }
    }
    vec_free(&f->shapes);
}

static void merge(Lists *l, Heap *h, Fold *f) {
    take_lists(h, f);
    HeapNode *x = &h->nodes.at[f->x], *y = &h->nodes.at[f->y];
    HeapNode s = { .kind = NODE_SEGMENT, .size = x->size, .next = f->next, .at = f->at, .twice = f->twice };
    s.cells = f->cells;
    s.end = next_of(l, f, y);
    if (f->twice) {
        s.prev = f->prev;
        s.begin = prev_of(l, f, x);
    }
    Move m = { f->x, f->y, y->kind == NODE_SEGMENT };
    vec_free(&x->cells);
    *x = s;
    y->cells.count = 0;
    y->end = y->begin = heap_any();
    heap_each(h, move_pointer, &m);
    heap_drop_node(h, f->y);
    f->cells = (HeapCells){ 0 };
}

// Does the program walk along such cells, as far as one can see?
static bool is_walked(const Lists *l, uint64_t offset) {
    uint64_t mask = l->word == 8 ? UINT64_MAX : UINT32_MAX;
    return !l->links.count || map_find(&l->links, offset & mask);
}

// The offset of a link from x to y that is a cell, from '*from' on.
static bool next_cell(const Lists *l, const Heap *h, Fold *f, uint32_t *from) {
    const HeapNode *x = &h->nodes.at[f->x];
    for (; *from < x->cells.count; ++*from) {
        const HeapCell *c = &x->cells.at[*from];
        if (c->value.kind != HEAP_FIRST || c->value.node != f->y || c->bytes != l->word ||
            c->value.number >= h->nodes.at[f->y].size || !is_walked(l, c->offset - c->value.number))
            continue;
        f->next = c->offset;
        f->at = c->value.number;
        ++*from;
        return true;
    }
    return false;
}

static bool fits(Lists *l, Heap *h, Fold *f) {
    const HeapNode *x = &h->nodes.at[f->x], *y = &h->nodes.at[f->y];
    HeapValue to = next_of(l, f, x);
    if (to.kind != HEAP_FIRST || to.node != f->y || to.number != f->at)
        return false;
    bool objects = x->kind == NODE_HEAP && y->kind == NODE_HEAP;
    if (objects)
        find_back(l, h, f);
    else if (f->twice && !links_back(l, h, f))
        return false;
    if (!is_hidden(l, h, f))
        return false;
    if (join_cells(l, h, f))
        return true;
    for (uint32_t i = 0; i < f->shapes.count; i++)
        vec_free(&f->shapes.at[i].cells);
    vec_free(&f->shapes);
    vec_free(&f->cells);
    return false;
}

static bool fold_pair(Lists *l, Heap *h, uint32_t a, uint32_t b, bool mixes) {
    const HeapNode *x = &h->nodes.at[a], *y = &h->nodes.at[b];
    Fold f = { .x = a, .y = b, .mixes = mixes };
    if (a == b || !is_linkable(x) || !is_linkable(y) || x->size != y->size || !segments_agree(x, y))
        return false;
    bool segment = x->kind == NODE_SEGMENT || y->kind == NODE_SEGMENT;
    like_segment(&f, x);
    like_segment(&f, y);
    if (segment && fits(l, h, &f)) {
        merge(l, h, &f);
        return true;
    }
    for (uint32_t from = 0; !segment && next_cell(l, h, &f, &from);) {
        f.twice = false;
        if (!fits(l, h, &f))
            continue;
        merge(l, h, &f);
        return true;
    }
    return false;
}

static bool fold_any(Lists *l, Heap *h, bool mixes) {
    for (uint32_t x = 0; x < h->nodes.count; x++)
        for (uint32_t y = 0; y < h->nodes.count; y++)
            if (fold_pair(l, h, x, y, mixes))
                return true;
    return false;
}

// ---- one form for heaps that say the same ----
typedef struct Order {
    VecU32 number; // per node: its new number + 1
    VecU32 old;    // nodes in their new order
} Order;

static void visit(void *context, HeapValue *v) {
    Order *o = context;
    bool node = heap_is_pointer(*v) || v->kind == HEAP_LIST;
    if (!node || o->number.at[v->node])
        return;
    vec_push(&o->old, v->node);
    o->number.at[v->node] = o->old.count;
}

static void renumber(void *context, HeapValue *v) {
    Order *o = context;
    if (heap_is_pointer(*v) || v->kind == HEAP_LIST)
        v->node = o->number.at[v->node] - 1;
}

static void visit_node(Order *o, HeapNode *n) {
    for (uint32_t i = 0; i < n->cells.count; i++)
        visit(o, &n->cells.at[i].value);
    if (n->kind == NODE_SEGMENT)
        visit(o, &n->end);
    if (n->kind == NODE_SEGMENT && n->twice)
        visit(o, &n->begin);
}

static void find_order(Heap *h, Order *o) {
    vec_resize(&o->number, h->nodes.count);
    for (uint32_t i = 0; i < h->vars.count; i++)
        visit(o, &h->vars.at[i].value);
    for (uint32_t i = 0; i < h->nodes.count; i++)
        if (h->nodes.at[i].kind == NODE_GLOBAL && h->nodes.at[i].cells.count)
            visit(o, &(HeapValue){ HEAP_FIRST, i, 0 });
    for (uint32_t i = 0; i < o->old.count; i++)
        visit_node(o, &h->nodes.at[o->old.at[i]]);
}

static void forget_count(void *context, HeapValue *v) {
    (void)context;
    if (v->kind == HEAP_COUNT)
        *v = heap_any();
}

static void reorder(Heap *h) {
    Order o = { 0 };
    find_order(h, &o);
    VEC(HeapNode) nodes = { 0 };
    bool lost = false;
    for (uint32_t i = 0; i < h->nodes.count; i++) {
        bool dropped = !o.number.at[i];
        lost |= dropped && is_linkable(&h->nodes.at[i]);
        if (dropped)
            vec_free(&h->nodes.at[i].cells);
    }
    for (uint32_t i = 0; i < o.old.count; i++)
        vec_push(&nodes, h->nodes.at[o.old.at[i]]);
    vec_resize(&h->nodes, nodes.count);
    for (uint32_t i = 0; i < nodes.count; i++)
        h->nodes.at[i] = nodes.at[i];
    heap_each(h, renumber, &o);
    if (lost)
        heap_each(h, forget_count, NULL);
    vec_free(&nodes);
    vec_free(&o.number);
    vec_free(&o.old);
}

static void drop_dead(Lists *l, Heap *h, LocId loc) {
    for (uint32_t i = h->vars.count; i-- > 0;)
        if (!lists_is_live(l, loc, h->vars.at[i].var))
            heap_set_var(h, h->vars.at[i].var, heap_any());
}

void lists_tidy(Lists *l, Heap *h, LocId loc) {
    drop_dead(l, h, loc);
    reorder(h);
}

// Objects of different kinds stay apart until there are many.
enum { MOST_PARTS = 5 };
static uint32_t parts(const Heap *h) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < h->nodes.count; i++)
        n += is_linkable(&h->nodes.at[i]);
    return n;
}

void lists_fold(Lists *l, Heap *h, LocId loc) {
    lists_tidy(l, h, loc);
    while (fold_any(l, h, false) || (parts(h) > MOST_PARTS && fold_any(l, h, true)))
        continue;
    reorder(h);
}

// ---- which heap has all states of another? ----
typedef struct Cover {
    const Lists *l;
    const Heap *g, *s;
    VecU32 of;   // per node of g: that of s + 1
    VecU32 used; // per node of s
    VEC(HeapValue) from, to;
} Cover;

static void pair(Cover *c, HeapValue g, HeapValue s) {
    if (g.kind == HEAP_ANY)
        return;
    vec_push(&c->from, g);
    vec_push(&c->to, s);
}

static bool pair_cells(Cover *c, const HeapNode *g, const HeapNode *s) {
    for (uint32_t i = 0; i < g->cells.count; i++)
        pair(c, g->cells.at[i].value, heap_cell(s, g->cells.at[i].offset, g->cells.at[i].bytes));
    return true;
}

static bool pair_nodes(Cover *c, uint32_t a, uint32_t b) {
    const HeapNode *g = &c->g->nodes.at[a], *s = &c->s->nodes.at[b];
    if (c->of.at[a])
        return c->of.at[a] == b + 1;
    bool one = g->kind == NODE_SEGMENT && s->kind == NODE_HEAP;
    if (c->used.at[b] || g->size != s->size || g->object != s->object || (!one && g->kind != s->kind))
        return false;
    c->of.at[a] = b + 1;
    c->used.at[b] = 1;
    if (g->kind == NODE_SEGMENT && !one &&
        (g->next != s->next || g->at != s->at || g->twice != s->twice || (g->twice && g->prev != s->prev)))
        return false;
    if (g->kind == NODE_SEGMENT)
        pair(c, g->end, one ? heap_cell(s, g->next, c->l->word) : s->end);
    if (g->kind == NODE_SEGMENT && g->twice)
        pair(c, g->begin, one ? heap_cell(s, g->prev, c->l->word) : s->begin);
    for (uint32_t i = 0; i < s->cells.count; i++)
        if (s->kind == NODE_SEGMENT && s->cells.at[i].value.kind == HEAP_LIST &&
            heap_cell(g, s->cells.at[i].offset, s->cells.at[i].bytes).kind != HEAP_LIST)
            return false;
    return pair_cells(c, g, s);
}

static bool pair_shapes(Cover *c, const HeapNode *g, const HeapNode *s) {
    return g->size == s->size && g->next == s->next && g->at == s->at && pair_cells(c, g, s);
}

static bool value_covers(Cover *c, HeapValue g, HeapValue s) {
    const HeapNode *n;
    switch (g.kind) {
    case HEAP_ANY:
        return true;
    case HEAP_NONZERO:
        return is_not_zero(c->s, s);
    case HEAP_NUMBER:
    case HEAP_COUNT:
        return heap_value_same(g, s);
    case HEAP_AMONG:
        return heap_set(s) && !(heap_set(s) & ~g.number);
    case HEAP_LIST:
        return (s.kind == HEAP_NUMBER && !s.number) ||
               (s.kind == HEAP_LIST && pair_shapes(c, &c->g->nodes.at[g.node], &c->s->nodes.at[s.node]));
    case HEAP_FIRST:
        return s.kind == HEAP_FIRST && s.number == g.number && pair_nodes(c, g.node, s.node);
    case HEAP_LAST:
        n = heap_is_pointer(s) ? &c->s->nodes.at[s.node] : NULL;
        return n && s.number == g.number && (s.kind == HEAP_LAST || n->kind == NODE_HEAP) &&
               pair_nodes(c, g.node, s.node);
    }
    return false;
}

bool lists_covers(const Lists *l, const Heap *general, const Heap *special) {
    Cover c = { .l = l, .g = general, .s = special };
    bool good = true, counts = false;
    vec_resize(&c.of, general->nodes.count);
    vec_resize(&c.used, special->nodes.count);
    for (uint32_t i = 0; i < general->vars.count; i++) {
        counts |= general->vars.at[i].value.kind == HEAP_COUNT;
        pair(&c, general->vars.at[i].value, heap_var(special, general->vars.at[i].var));
    }
    while (good && c.from.count) {
        HeapValue g = vec_pop(&c.from), s = vec_pop(&c.to);
        good = value_covers(&c, g, s);
    }
    for (uint32_t i = 0; i < general->nodes.count; i++)
        good &= c.of.at[i] || general->nodes.at[i].kind == NODE_SHAPE || general->nodes.at[i].kind == NODE_NONE;
    for (uint32_t i = 0; counts && i < special->nodes.count; i++)
        good &= c.used.at[i] || !is_linkable(&special->nodes.at[i]);
    vec_free(&c.of);
    vec_free(&c.used);
    vec_free(&c.from);
    vec_free(&c.to);
    return good;
}
