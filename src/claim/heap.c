// heap.c - symbolic heaps: sets of states of a program with linked lists
#include "claim/heap.h"

Heap heap_copy(const Heap *h) {
    Heap c = { 0 };
    vec_reserve(&c.vars, h->vars.count);
    for (uint32_t i = 0; i < h->vars.count; i++)
        vec_push(&c.vars, h->vars.at[i]);
    vec_reserve(&c.nodes, h->nodes.count);
    for (uint32_t i = 0; i < h->nodes.count; i++) {
        HeapNode n = h->nodes.at[i];
        n.cells = (HeapCells){ 0 };
        for (uint32_t k = 0; k < h->nodes.at[i].cells.count; k++)
            vec_push(&n.cells, h->nodes.at[i].cells.at[k]);
        vec_push(&c.nodes, n);
    }
    return c;
}

void heap_free(Heap *h) {
    for (uint32_t i = 0; i < h->nodes.count; i++)
        vec_free(&h->nodes.at[i].cells);
    vec_free(&h->nodes);
    vec_free(&h->vars);
}

// ---- equality ----
bool heap_value_same(HeapValue a, HeapValue b) {
    return a.kind == b.kind && a.node == b.node && a.number == b.number;
}

static bool same_node(const HeapNode *a, const HeapNode *b) {
    bool same = a->kind == b->kind && a->object == b->object && a->size == b->size && a->next == b->next &&
                a->prev == b->prev && a->at == b->at && a->twice == b->twice && heap_value_same(a->end, b->end) &&
                heap_value_same(a->begin, b->begin) && a->cells.count == b->cells.count;
    for (uint32_t i = 0; same && i < a->cells.count; i++) {
        const HeapCell *x = &a->cells.at[i], *y = &b->cells.at[i];
        same = x->offset == y->offset && x->bytes == y->bytes && heap_value_same(x->value, y->value);
    }
    return same;
}

bool heap_same(const Heap *a, const Heap *b) {
    if (a->vars.count != b->vars.count || a->nodes.count != b->nodes.count)
        return false;
    for (uint32_t i = 0; i < a->vars.count; i++)
        if (a->vars.at[i].var != b->vars.at[i].var || !heap_value_same(a->vars.at[i].value, b->vars.at[i].value))
            return false;
    for (uint32_t i = 0; i < a->nodes.count; i++)
        if (!same_node(&a->nodes.at[i], &b->nodes.at[i]))
            return false;
    return true;
}

// ---- variables ----
static uint32_t place_of(const Heap *h, VarId var) {
    uint32_t low = 0, high = h->vars.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (h->vars.at[middle].var < var)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

HeapValue heap_var(const Heap *h, VarId var) {
    uint32_t i = place_of(h, var);
    return i < h->vars.count && h->vars.at[i].var == var ? h->vars.at[i].value : heap_any();
}

void heap_set_var(Heap *h, VarId var, HeapValue value) {
    uint32_t i = place_of(h, var);
    bool there = i < h->vars.count && h->vars.at[i].var == var;
    if (value.kind == HEAP_ANY) {
        if (there) {
            memmove(&h->vars.at[i], &h->vars.at[i + 1], (h->vars.count - i - 1) * sizeof *h->vars.at);
            h->vars.count--;
        }
        return;
    }
    if (!there) {
        vec_add(&h->vars);
        memmove(&h->vars.at[i + 1], &h->vars.at[i], (h->vars.count - 1 - i) * sizeof *h->vars.at);
    }
    h->vars.at[i] = (HeapVar){ var, value };
}

// ---- nodes ----
uint32_t heap_add_node(Heap *h, HeapNode node) {
    for (uint32_t i = 0; i < h->nodes.count; i++)
        if (h->nodes.at[i].kind == NODE_NONE) {
            h->nodes.at[i] = node;
            return i;
        }
    vec_push(&h->nodes, node);
    return h->nodes.count - 1;
}

void heap_drop_node(Heap *h, uint32_t node) {
    vec_free(&h->nodes.at[node].cells);
    h->nodes.at[node] = (HeapNode){ 0 };
    while (h->nodes.count && vec_last(&h->nodes).kind == NODE_NONE)
        h->nodes.count--;
}

HeapValue heap_cell(const HeapNode *n, uint64_t offset, uint32_t bytes) {
    for (uint32_t i = 0; i < n->cells.count; i++)
        if (n->cells.at[i].offset == offset && n->cells.at[i].bytes == bytes)
            return n->cells.at[i].value;
    return heap_any();
}

void heap_set_cell(HeapNode *n, uint64_t offset, uint32_t bytes, HeapValue value) {
    uint32_t kept = 0, place = 0;
    for (uint32_t i = 0; i < n->cells.count; i++) {
        HeapCell c = n->cells.at[i];
        if (c.offset < offset + bytes && offset < c.offset + c.bytes)
            continue;
        n->cells.at[kept++] = c;
        place += c.offset < offset;
    }
    n->cells.count = kept;
    if (value.kind == HEAP_ANY)
        return;
    vec_add(&n->cells);
    memmove(&n->cells.at[place + 1], &n->cells.at[place], (kept - place) * sizeof *n->cells.at);
    n->cells.at[place] = (HeapCell){ offset, bytes, value };
}

void heap_each(Heap *h, void (*each)(void *context, HeapValue *value), void *context) {
    for (uint32_t i = 0; i < h->vars.count; i++)
        each(context, &h->vars.at[i].value);
    for (uint32_t i = 0; i < h->nodes.count; i++) {
        HeapNode *n = &h->nodes.at[i];
        for (uint32_t k = 0; k < n->cells.count; k++)
            each(context, &n->cells.at[k].value);
        if (n->kind == NODE_SEGMENT)
            each(context, &n->end);
        if (n->kind == NODE_SEGMENT && n->twice)
            each(context, &n->begin);
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < h->vars.count; i++)
        if (h->vars.at[i].value.kind != HEAP_ANY)
            h->vars.at[kept++] = h->vars.at[i];
    h->vars.count = kept;
    for (uint32_t i = 0; i < h->nodes.count; i++) {
        HeapCells *cells = &h->nodes.at[i].cells;
        kept = 0;
        for (uint32_t k = 0; k < cells->count; k++)
            if (cells->at[k].value.kind != HEAP_ANY)
                cells->at[kept++] = cells->at[k];
        cells->count = kept;
    }
}

// ---- is it one? ----
static bool value_is_sound(const Heap *h, HeapValue v, bool cell) {
    NodeKind k = v.node < h->nodes.count ? h->nodes.at[v.node].kind : NODE_NONE;
    switch (v.kind) {
    case HEAP_ANY:
    case HEAP_NONZERO:
        return !v.node && !v.number;
    case HEAP_NUMBER:
    case HEAP_COUNT:
        return !v.node;
    case HEAP_AMONG:
        return !v.node && (v.number & (v.number - 1));
    case HEAP_FIRST:
        return k != NODE_NONE && k != NODE_SHAPE;
    case HEAP_LAST:
        return k == NODE_SEGMENT;
    case HEAP_LIST:
        return cell && k == NODE_SHAPE && !v.number;
    }
    return false;
}

static bool overlap(const Program *p, uint64_t cell, const HeapCell *c) {
    return c->offset < cell + p->pointer_bits / 8 && cell < c->offset + c->bytes;
}

static bool cells_are_sound(const Program *p, const Heap *h, const HeapNode *n) {
    bool many = n->kind == NODE_SEGMENT || n->kind == NODE_SHAPE;
    for (uint32_t i = 0; i < n->cells.count; i++) {
        const HeapCell *c = &n->cells.at[i];
        if (!value_is_sound(h, c->value, many) || !c->bytes || c->bytes > 8 || c->offset > n->size ||
            c->bytes > n->size - c->offset || (i && c->offset < n->cells.at[i - 1].offset + n->cells.at[i - 1].bytes))
            return false;
        bool pointer = heap_is_pointer(c->value) || c->value.kind == HEAP_COUNT || c->value.kind == HEAP_LIST;
        if (pointer && 8 * c->bytes != p->pointer_bits)
            return false;
        if (many && (overlap(p, n->next, c) || (n->twice && overlap(p, n->prev, c))))
            return false;
        if (n->kind == NODE_SHAPE && (heap_is_pointer(c->value) || c->value.kind == HEAP_LIST))
            return false; // shapes do not nest
        if (n->kind == NODE_SHAPE && c->value.kind == HEAP_COUNT)
            return false;
    }
    return true;
}

static bool link_is_sound(const Program *p, const HeapNode *n, uint64_t link) {
    uint32_t word = p->pointer_bits / 8;
    return n->size >= word && link <= n->size - word;
}

static bool node_is_sound(const Program *p, const Heap *h, const HeapNode *n) {
    bool stack = n->kind == NODE_STACK || n->kind == NODE_OUT, object = n->kind == NODE_GLOBAL || stack;
    if (n->kind == NODE_NONE)
        return true;
    if (object ? !n->object || n->object >= p->objects.count : n->object)
        return false;
    if (n->kind == NODE_GLOBAL &&
        (p->objects.at[n->object].kind != OBJ_GLOBAL || n->size > p->objects.at[n->object].size))
        return false;
    if (stack && p->objects.at[n->object].kind != OBJ_STACK)
        return false;
    if (n->kind != NODE_SEGMENT && n->kind != NODE_SHAPE)
        return !n->twice && cells_are_sound(p, h, n);
    uint64_t apart = n->next < n->prev ? n->prev - n->next : n->next - n->prev;
    if (!link_is_sound(p, n, n->next) || n->at >= n->size ||
        (n->twice && (!link_is_sound(p, n, n->prev) || apart < p->pointer_bits / 8)))
        return false;
    return (n->kind != NODE_SHAPE || !n->twice) && value_is_sound(h, n->end, false) &&
           value_is_sound(h, n->begin, false) && cells_are_sound(p, h, n);
}

static bool var_is_sound(const Program *p, const Heap *h, const HeapVar *v) {
    if (!v->var || v->var >= p->vars.count || !value_is_sound(h, v->value, false))
        return false;
    Sort s = p->vars.at[v->var].sort;
    SortKind k = sort_kind(p->terms, s);
    uint32_t width = k == SORT_BV || k == SORT_BOOL ? sort_width(p->terms, s) : 0;
    bool word = heap_is_pointer(v->value) || v->value.kind == HEAP_COUNT;
    return p->vars.at[v->var].kind != VAR_ADDRESS && width && width <= 64 &&
           (!word || (k == SORT_BV && width == p->pointer_bits));
}

bool heap_is_sound(const Program *p, const Heap *h) {
    for (uint32_t i = 0; i < h->vars.count; i++)
        if (!var_is_sound(p, h, &h->vars.at[i]) || (i && h->vars.at[i - 1].var >= h->vars.at[i].var))
            return false;
    for (uint32_t i = 0; i < h->nodes.count; i++) {
        if (!node_is_sound(p, h, &h->nodes.at[i]))
            return false;
        for (uint32_t k = 0; k < i && h->nodes.at[i].kind == NODE_GLOBAL; k++)
            if (h->nodes.at[k].kind == NODE_GLOBAL && h->nodes.at[k].object == h->nodes.at[i].object)
                return false;
    }
    return true;
}

// ---- text ----
static void print_value(HeapValue v, Text *out) {
    long long number = (long long)v.number;
    switch (v.kind) {
    case HEAP_ANY:
        text_add(out, "?");
        return;
    case HEAP_NONZERO:
        text_add(out, "!0");
        return;
    case HEAP_NUMBER:
        text_add(out, "%lld", number);
        return;
    case HEAP_AMONG:
        for (uint32_t i = 0, first = 1; i < 64; i++)
            if (v.number >> i & 1) {
                text_add(out, first ? "{%u" : ",%u", i);
                first = 0;
            }
        text_add(out, "}");
        return;
    case HEAP_FIRST:
        text_add(out, "n%u", v.node);
        break;
    case HEAP_LAST:
        text_add(out, "last n%u", v.node);
        break;
    case HEAP_COUNT:
        text_add(out, "count");
        break;
    case HEAP_LIST:
        text_add(out, "list n%u", v.node);
        return;
    }
    if (number)
        text_add(out, "%+lld", number);
}

static void print_node(const Program *p, uint32_t i, const HeapNode *n, Text *out) {
    static const char *const kinds[] = { "", "global", "stack", "heap", "segment", "shape", "out" };
    text_add(out, "; n%u: %s", i, kinds[n->kind]);
    if (n->object)
        text_add(out, " %s", program_text(p, p->objects.at[n->object].name));
    text_add(out, " %llu", (unsigned long long)n->size);
    if (n->kind == NODE_SEGMENT || n->kind == NODE_SHAPE)
        text_add(out, " next %llu to %llu", (unsigned long long)n->next, (unsigned long long)n->at);
    if (n->kind == NODE_SEGMENT) {
        text_add(out, " end ");
        print_value(n->end, out);
    }
    if (n->twice) {
        text_add(out, " prev %llu begin ", (unsigned long long)n->prev);
        print_value(n->begin, out);
    }
    for (uint32_t k = 0; k < n->cells.count; k++) {
        text_add(out, " [%llu:%u]=", (unsigned long long)n->cells.at[k].offset, n->cells.at[k].bytes);
        print_value(n->cells.at[k].value, out);
    }
}

void heap_print(const Program *p, const Heap *h, Text *out) {
    for (uint32_t i = 0; i < h->vars.count; i++) {
        text_add(out, "%s%s=", i ? " " : "", term_name(p->terms, var_term(p, h->vars.at[i].var)));
        print_value(h->vars.at[i].value, out);
    }
    for (uint32_t i = 0; i < h->nodes.count; i++)
        if (h->nodes.at[i].kind != NODE_NONE)
            print_node(p, i, &h->nodes.at[i], out);
}
