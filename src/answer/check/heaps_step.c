// heaps_step.c - what a symbolic heap becomes along an edge
#include "answer/check/heaps_inside.h"
#include "program/edit.h"

typedef struct Step {
    const Program *p;
    const Edge *e;
    Heaps *out;
    Reason *why;
    Term condition; // by which addresses are chosen, or none; 'holds': it is true in the heap
    bool holds;
} Step;

static HeapValue value_of(const Step *s, Heap *h, Term a) {
    return heaps_value_if(s->p, h, a, s->condition, s->holds);
}

static bool refuse(const Step *s, const char *what) {
    reason_set(s->why, "%s", what);
    return false;
}

static uint64_t word_of(const Program *p, uint64_t x) { // modulo 2^pointer_bits
    return p->pointer_bits >= 64 ? x : x & ((1ULL << p->pointer_bits) - 1);
}

static uint32_t bytes_of(const Program *p) {
    return p->pointer_bits / 8;
}

// May a variable or cell of this sort have a value that is not ANY?  'bytes' 0: any number of them.
static bool fits(const Program *p, Sort s, uint32_t bytes) {
    SortKind k = sort_kind(p->terms, s);
    if (bytes)
        return k == SORT_BV && bytes <= 8 && sort_width(p->terms, s) == 8 * bytes;
    return k == SORT_BOOL || (k == SORT_BV && sort_width(p->terms, s) <= 64);
}

static void set_var(const Program *p, Heap *h, VarId var, HeapValue v) {
    if (var)
        heap_set_var(h, var, fits(p, p->vars.at[var].sort, 0) ? v : heap_any());
}

// ---- changes of all values ----
typedef struct Change {
    const Program *p;
    HeapKind kind; // of the pointers meant
    uint32_t node;
    HeapKind to_kind; // HEAP_ANY: nothing is known of them any more
    uint32_t to;
    uint64_t more; // what is added to each COUNT
} Change;

static void change_value(void *context, HeapValue *v) {
    const Change *c = context;
    if (v->kind == HEAP_COUNT)
        v->number = word_of(c->p, v->number + c->more);
    if (!c->to_kind && heap_is_pointer(*v) && v->node == c->node)
        *v = heap_any();
    else if (c->to_kind && v->kind == c->kind && v->node == c->node)
        *v = (HeapValue){ c->to_kind, c->to, v->number };
}

static void redirect(const Program *p, Heap *h, HeapKind kind, uint32_t node, HeapKind to_kind, uint32_t to) {
    heap_each(h, change_value, &(Change){ p, kind, node, to_kind, to, 0 });
}

static void count_more(const Program *p, Heap *h, uint64_t more) {
    heap_each(h, change_value, &(Change){ .p = p, .kind = HEAP_FIRST, .node = UINT32_MAX, .more = more });
}

// The object is gone, or nothing is said of it any more.
static void drop_object(const Program *p, Heap *h, uint32_t node) {
    redirect(p, h, HEAP_ANY, node, HEAP_ANY, 0);
    heap_drop_node(h, node);
}

// ---- segments ----
static HeapNode object_like(const HeapNode *segment) {
    HeapNode o = { .kind = NODE_HEAP, .size = segment->size };
    for (uint32_t i = 0; i < segment->cells.count; i++)
        vec_push(&o.cells, segment->cells.at[i]);
    return o;
}

// The segment is one object.
static Heap alone(const Program *p, const Heap *h, uint32_t segment) {
    Heap c = heap_copy(h);
    HeapNode old = c.nodes.at[segment], *n = &c.nodes.at[segment];
    *n = (HeapNode){ .kind = NODE_HEAP, .size = old.size, .cells = old.cells };
    heap_set_cell(n, old.next, bytes_of(p), old.end);
    if (old.twice)
        heap_set_cell(n, old.prev, bytes_of(p), old.begin);
    redirect(p, &c, HEAP_LAST, segment, HEAP_FIRST, segment);
    return c;
}

// The first object of several is taken out; '*object' is its node.
static Heap first_of_more(const Program *p, const Heap *h, uint32_t segment, uint32_t *object) {
    Heap c = heap_copy(h);
    uint32_t o = heap_add_node(&c, object_like(&h->nodes.at[segment]));
    HeapNode *n = &c.nodes.at[segment];
    if (n->twice)
        heap_set_cell(&c.nodes.at[o], n->prev, bytes_of(p), n->begin);
    n->begin = heap_any(); // the rest is behind the object: set below
    redirect(p, &c, HEAP_FIRST, segment, HEAP_FIRST, o);
    n = &c.nodes.at[segment];
    heap_set_cell(&c.nodes.at[o], n->next, bytes_of(p), (HeapValue){ HEAP_FIRST, segment, n->at });
    if (n->twice)
        n->begin = (HeapValue){ HEAP_FIRST, o, n->at };
    *object = o;
    return c;
}

static Heap last_of_more(const Program *p, const Heap *h, uint32_t segment, uint32_t *object) {
    Heap c = heap_copy(h);
    uint32_t o = heap_add_node(&c, object_like(&h->nodes.at[segment]));
    HeapNode *n = &c.nodes.at[segment];
    heap_set_cell(&c.nodes.at[o], n->next, bytes_of(p), n->end);
    n->end = heap_any(); // set below
    redirect(p, &c, HEAP_LAST, segment, HEAP_FIRST, o);
    n = &c.nodes.at[segment];
    if (n->twice)
        heap_set_cell(&c.nodes.at[o], n->prev, bytes_of(p), (HeapValue){ HEAP_LAST, segment, n->at });
    n->end = (HeapValue){ HEAP_FIRST, o, n->at };
    *object = o;
    return c;
}

// Each LIST of the object is null, or a segment.  Takes the heap.
static void open_lists(Heap h, uint32_t object, Heaps *out) {
    const HeapNode *n = &h.nodes.at[object];
    for (uint32_t i = 0; i < n->cells.count; i++) {
        if (n->cells.at[i].value.kind != HEAP_LIST)
            continue;
        Heap some = heap_copy(&h);
        HeapNode list = some.nodes.at[n->cells.at[i].value.node];
        HeapNode segment = { .kind = NODE_SEGMENT, .size = list.size, .next = list.next, .at = list.at };
        for (uint32_t k = 0; k < list.cells.count; k++)
            vec_push(&segment.cells, list.cells.at[k]);
        segment.end = heap_number(0);
        uint32_t first = heap_add_node(&some, segment);
        some.nodes.at[object].cells.at[i].value = (HeapValue){ HEAP_FIRST, first, list.at };
        h.nodes.at[object].cells.at[i].value = heap_number(0);
        open_lists(some, object, out);
        open_lists(h, object, out);
        return;
    }
    vec_push(out, h);
}

// The heaps that come of taking out the object of a segment that the address is of.
static void open_segment(const Program *p, const Heap *h, HeapValue address, Heaps *out) {
    uint32_t object;
    assert(h->nodes.at[address.node].kind == NODE_SEGMENT);
    open_lists(alone(p, h, address.node), address.node, out);
    Heap more = address.kind == HEAP_FIRST ? first_of_more(p, h, address.node, &object)
                                           : last_of_more(p, h, address.node, &object);
    open_lists(more, object, out);
}

// ---- accesses ----
static bool has_bytes(const Heap *h, HeapValue a, uint64_t bytes) {
    const HeapNode *n = heap_is_pointer(a) ? &h->nodes.at[a.node] : NULL;
    return n && n->kind != NODE_OUT && a.number <= n->size && bytes <= n->size - a.number;
}

static bool load(const Step *s, Heap *h) {
    const Cmd *cmd = &s->e->cmd;
    HeapValue a = value_of(s, h, cmd->a), v = heap_any();
    if (has_bytes(h, a, cmd->bytes) && fits(s->p, s->p->vars.at[cmd->var].sort, cmd->bytes))
        v = heap_cell(&h->nodes.at[a.node], a.number, cmd->bytes);
    set_var(s->p, h, cmd->var, v);
    return true;
}

static bool store(const Step *s, Heap *h) {
    const Cmd *cmd = &s->e->cmd;
    HeapValue v = value_of(s, h, cmd->b), a = value_of(s, h, cmd->a);
    if (!has_bytes(h, a, cmd->bytes))
        return refuse(s, "a write to a place that is not known");
    if (!fits(s->p, term_sort(s->p->terms, cmd->b), cmd->bytes))
        v = heap_any();
    heap_set_cell(&h->nodes.at[a.node], a.number, cmd->bytes, v);
    return true;
}

static bool release(const Step *s, Heap *h) {
    HeapValue a = value_of(s, h, s->e->cmd.a);
    if (heaps_equal(h, a, heap_number(0)) == 1)
        return true;
    if (!heap_is_pointer(a) || a.number || h->nodes.at[a.node].kind != NODE_HEAP)
        return refuse(s, "a free of what is not known");
    drop_object(s->p, h, a.node);
    count_more(s->p, h, 1);
    return true;
}

static bool allocate(const Step *s, Heap *h) {
    const Cmd *cmd = &s->e->cmd;
    const Object *o = &s->p->objects.at[cmd->object];
    HeapValue size = value_of(s, h, cmd->a);
    HeapNode n = { .size = size.kind == HEAP_NUMBER ? size.number : 0 };
    if (o->kind == OBJ_HEAP && o->lent) {
        set_var(s->p, h, cmd->var, heap_any());
        return true;
    }
    if (o->kind == OBJ_STACK) {
        n.kind = o->scoped ? NODE_OUT : NODE_STACK;
        n.object = cmd->object;
    } else if (o->kind == OBJ_HEAP) {
        n.kind = NODE_HEAP;
        count_more(s->p, h, UINT64_MAX);
    } else {
        return refuse(s, "an allocation of an unknown kind");
    }
    uint32_t node = heap_add_node(h, n);
    set_var(s->p, h, cmd->var, (HeapValue){ HEAP_FIRST, node, 0 });
    return true;
}

// ---- the stack ----
static bool on_stack(const HeapNode *n) {
    return n->kind == NODE_STACK || n->kind == NODE_OUT;
}

// Those of the sites, or all.
static void drop_stack(const Step *s, Heap *h, const uint8_t *sites) {
    for (uint32_t i = h->nodes.count; i-- > 0;)
        if (i < h->nodes.count && on_stack(&h->nodes.at[i]) && (!sites || sites[h->nodes.at[i].object]))
            drop_object(s->p, h, i);
}

// Walks from 'from' along all edges but 'without', to 'goal': is that reached?  Marks the sites of what is made on the
// way.
static bool walk(const Program *p, LocId from, EdgeId without, LocId goal, uint8_t *sites) {
    uint8_t *seen = base_alloc(p->locs.count);
    VecU32 work = { 0 };
    vec_push(&work, from);
    while (work.count) {
        LocId loc = vec_pop(&work);
        if (seen[loc])
            continue;
        seen[loc] = 1;
        for_out_edges(p, loc, e) {
            if (e == without)
                continue;
            if (p->edges.at[e].cmd.kind == CMD_ALLOC)
                sites[p->edges.at[e].cmd.object] = 1;
            vec_push(&work, p->edges.at[e].to);
        }
    }
    bool reached = seen[goal];
    vec_free(&work);
    free(seen);
    return reached;
}

// The one edge that takes the mark; 0: there is none, or several.
static EdgeId edge_of_mark(const Program *p, VarId mark) {
    const VarId *vars;
    EdgeId found = 0;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        uint32_t n = p->edges.at[e].from ? cmd_writes(&p->edges.at[e].cmd, &vars) : 0;
        for (uint32_t i = 0; i < n; i++) {
            if (vars[i] != mark)
                continue;
            if (found || p->edges.at[e].cmd.kind != CMD_STACK_SAVE)
                return 0;
            found = e;
        }
    }
    return found;
}

// What was there when the mark was taken stays: that is, what cannot be made after it.  All ways to here take it.
static void restore_stack(const Step *s, Heap *h) {
    const Program *p = s->p;
    VarId mark = program_var_of(p, s->e->cmd.a);
    EdgeId save = mark ? edge_of_mark(p, mark) : 0;
    uint8_t *sites = base_alloc(p->objects.count);
    bool known = save && !walk(p, p->funcs.at[p->entry].entry, save, s->e->from, sites);
    memset(sites, 0, p->objects.count);
    if (known)
        walk(p, p->edges.at[save].to, 0, s->e->from, sites);
    drop_stack(s, h, known ? sites : NULL);
    free(sites);
}

static bool change_scope(const Step *s, Heap *h) {
    HeapValue a = value_of(s, h, s->e->cmd.a);
    if (heap_is_pointer(a) && (a.number || !on_stack(&h->nodes.at[a.node])))
        return refuse(s, "a block that is not known");
    if (!heap_is_pointer(a)) { // any of them
        drop_stack(s, h, NULL);
        return true;
    }
    HeapNode *n = &h->nodes.at[a.node];
    n->kind = s->e->cmd.number ? NODE_STACK : NODE_OUT;
    n->cells.count = 0;
    return true;
}

// ---- VALID ----
static bool may_use(const Step *s, const Heap *h, HeapValue a, HeapValue root, HeapValue bytes, bool write) {
    if (bytes.kind != HEAP_NUMBER || a.kind != root.kind || a.node != root.node || !has_bytes(h, root, 0))
        return false;
    const HeapNode *n = &h->nodes.at[root.node];
    if (write && n->kind == NODE_GLOBAL && s->p->objects.at[n->object].constant)
        return false;
    return has_bytes(h, a, bytes.number);
}

static bool may_free(const Heap *h, HeapValue a) {
    if (heaps_equal(h, a, heap_number(0)) == 1)
        return true;
    NodeKind k = heap_is_pointer(a) ? h->nodes.at[a.node].kind : NODE_NONE;
    return (k == NODE_HEAP || k == NODE_SEGMENT) && !a.number;
}

static bool stays(const Heap *h, HeapValue a, HeapValue root) {
    if (heaps_equal(h, a, root) == 1)
        return true;
    return heap_is_pointer(a) && a.kind == root.kind && a.node == root.node && a.number <= h->nodes.at[a.node].size &&
           root.number <= h->nodes.at[a.node].size;
}

// ---- what global variables lead to ----
typedef struct Reach {
    const Heap *h;
    uint8_t *reached; // per node
    VecU32 work;
    bool counts;
} Reach;

// Each object of a segment leads to the next one, and to the one before if it is linked twice.
static void reach(Reach *r, HeapValue v) {
    r->counts |= v.kind == HEAP_COUNT;
    if (!heap_is_pointer(v))
        return;
    const HeapNode *n = &r->h->nodes.at[v.node];
    bool object = n->kind == NODE_HEAP || (n->kind == NODE_SEGMENT && (v.kind == HEAP_FIRST || n->twice));
    if (!object || v.number > n->size || r->reached[v.node])
        return;
    r->reached[v.node] = 1;
    vec_push(&r->work, v.node);
}

static void reach_from(Reach *r, const HeapNode *n) {
    for (uint32_t i = 0; i < n->cells.count; i++)
        reach(r, n->cells.at[i].value);
    if (n->kind != NODE_SEGMENT)
        return;
    reach(r, n->end);
    if (n->twice)
        reach(r, n->begin);
}

static bool is_static(const Program *p, ObjId object) {
    return object && p->objects.at[object].kind == OBJ_GLOBAL && !p->objects.at[object].made;
}

// The heap has nodes for all objects (it counts them), and global variables lead to each.  Lists of their own are led
// to by their owners.
static bool all_tracked(const Program *p, const Heap *h) {
    Reach r = { .h = h, .reached = base_alloc(h->nodes.count + 1) };
    for (uint32_t i = 0; i < h->vars.count; i++) {
        const Var *var = &p->vars.at[h->vars.at[i].var];
        r.counts |= h->vars.at[i].value.kind == HEAP_COUNT;
        if (var->kind == VAR_GLOBAL && is_static(p, var->object))
            reach(&r, h->vars.at[i].value);
    }
    for (uint32_t i = 0; i < h->nodes.count; i++)
        if (h->nodes.at[i].kind == NODE_GLOBAL && is_static(p, h->nodes.at[i].object))
            reach_from(&r, &h->nodes.at[i]);
    while (r.work.count)
        reach_from(&r, &h->nodes.at[vec_pop(&r.work)]);
    bool all = r.counts;
    for (uint32_t i = 0; i < h->nodes.count; i++)
        all &= r.reached[i] || (h->nodes.at[i].kind != NODE_HEAP && h->nodes.at[i].kind != NODE_SEGMENT);
    vec_free(&r.work);
    free(r.reached);
    return all;
}

static bool ask(const Step *s, Heap *h) {
    const Cmd *cmd = &s->e->cmd;
    HeapValue a = cmd->a.id ? value_of(s, h, cmd->a) : heap_any();
    HeapValue b = cmd->b.id ? value_of(s, h, cmd->b) : heap_any();
    HeapValue c = cmd->c.id ? value_of(s, h, cmd->c) : heap_any();
    bool valid = false;
    switch (cmd->valid) {
    case VALID_READ:
    case VALID_WRITE:
        valid = may_use(s, h, a, b, c, cmd->valid == VALID_WRITE);
        break;
    case VALID_FREE:
        valid = may_free(h, a);
        break;
    case VALID_STEP:
        valid = stays(h, a, b);
        break;
    case VALID_TRACKED:
        valid = all_tracked(s->p, h);
        break;
    }
    set_var(s->p, h, cmd->var, valid ? heap_number(1) : heap_any());
    return true;
}

// ---- others ----
static bool assign(const Step *s, Heap *h) {
    const Cmd *cmd = &s->e->cmd;
    HeapValue *value = base_alloc((cmd->n + 1) * sizeof *value);
    for (uint32_t i = 0; i < cmd->n; i++)
        value[i] = value_of(s, h, cmd->terms[i]);
    for (uint32_t i = 0; i < cmd->n; i++)
        set_var(s->p, h, cmd->vars[i], value[i]);
    free(value);
    return true;
}

static bool forget(const Step *s, Heap *h) {
    HeapValue a = s->e->cmd.a.id ? value_of(s, h, s->e->cmd.a) : heap_any();
    if (a.kind != HEAP_FIRST || h->nodes.at[a.node].kind == NODE_SEGMENT || !has_bytes(h, a, 0))
        return refuse(s, "writes by a function without body");
    h->nodes.at[a.node].cells.count = 0;
    return true;
}

static bool change(const Step *s, Heap *h) {
    const Cmd *cmd = &s->e->cmd;
    switch (cmd->kind) {
    case CMD_SKIP:
    case CMD_ASSUME: // its states are chosen by heaps_step
    case CMD_ACCESS:
    case CMD_ATOMIC_BEGIN:
    case CMD_ATOMIC_END:
        return true;
    case CMD_INPUT:
    case CMD_PRINT:
    case CMD_OBJECT_SIZE:
    case CMD_STACK_SAVE:
        set_var(s->p, h, cmd->var, heap_any());
        return true;
    case CMD_ASSIGN:
        return assign(s, h);
    case CMD_LOAD:
        return load(s, h);
    case CMD_STORE:
        return store(s, h);
    case CMD_ALLOC:
        return allocate(s, h);
    case CMD_FREE:
        return release(s, h);
    case CMD_VALID:
        return ask(s, h);
    case CMD_SCOPE:
        return change_scope(s, h);
    case CMD_STACK_RESTORE:
        restore_stack(s, h);
        return true;
    case CMD_HAVOC:
        return forget(s, h);
    case CMD_ERROR:
        return refuse(s, "a check that may fail");
    default:
        return refuse(s, "a command that is not known");
    }
}

static bool ends(const Cmd *cmd) {
    return cmd->kind == CMD_RETURN || cmd->kind == CMD_EXIT || cmd->kind == CMD_ABORT || cmd->kind == CMD_TRAP;
}

static bool accesses(const Cmd *cmd) {
    return cmd->kind == CMD_LOAD || cmd->kind == CMD_STORE || cmd->kind == CMD_FREE || cmd->kind == CMD_HAVOC;
}

static Term find_choice(const Step *s, Heap *h) {
    VecTerm terms = { 0 };
    Term found = { 0 };
    if (s->e->cmd.kind != CMD_ASSUME && !s->condition.id)
        cmd_terms(&s->e->cmd, &terms);
    for (uint32_t i = 0; i < terms.count && !found.id; i++)
        found = heaps_choice(s->p, h, terms.at[i]);
    vec_free(&terms);
    return found;
}

static bool follow(const Step *s, const Heap *before);

// Takes out the object that is needed, in all ways.
static bool follow_opened(const Step *s, const Heap *h, HeapValue address) {
    Heaps opened = { 0 };
    bool good = true;
    open_segment(s->p, h, address, &opened);
    for (uint32_t i = 0; i < opened.count; i++) {
        good = good && follow(s, &opened.at[i]);
        heap_free(&opened.at[i]);
    }
    vec_free(&opened);
    return good;
}

// Both ways of a choice.
static bool follow_either(const Step *s, const Heap *h, Term condition) {
    bool good = true;
    for (int holds = 0; holds < 2; holds++) {
        Step way = *s;
        Heap c = heap_copy(h);
        way.condition = condition;
        way.holds = holds;
        if (heaps_assume(s->p, &c, condition, holds))
            good = good && follow(&way, &c);
        heap_free(&c);
    }
    return good;
}

static bool follow(const Step *s, const Heap *before) {
    const Cmd *cmd = &s->e->cmd;
    Heap h = heap_copy(before);
    Term choice = find_choice(s, &h);
    HeapValue a = accesses(cmd) && cmd->a.id ? value_of(s, &h, cmd->a) : heap_any();
    if (cmd->kind == CMD_ASSUME)
        a = heaps_undecided(s->p, &h, cmd->a);
    bool opens = heap_is_pointer(a) && h.nodes.at[a.node].kind == NODE_SEGMENT;
    if (choice.id || opens) {
        bool good = choice.id ? follow_either(s, &h, choice) : follow_opened(s, &h, a);
        heap_free(&h);
        return good;
    }
    bool holds = cmd->kind != CMD_ASSUME || heaps_assume(s->p, &h, cmd->a, true);
    bool good = !holds || change(s, &h);
    if (good && holds)
        vec_push(s->out, h);
    else
        heap_free(&h);
    return good;
}

bool heaps_step(const Program *p, const Heap *before, EdgeId id, Heaps *out, Reason *why) {
    Step s = { .p = p, .e = &p->edges.at[id], .out = out, .why = why };
    return ends(&s.e->cmd) || follow(&s, before);
}
