// circ_context.c - the ARG of a round, Collapse and CheckSim
//
// Collapse merges controls that can do the same: the coarsest partition in which two controls of one class have, for
// each valuation of the global predicates, the same steps into the same classes, where silent steps inside the class
// may come first (a weak bisimulation).  Any partition would be sound: it only adds steps to the context.
#include "engine/circ/circ.h"

// ---- the ARG ----
static uint64_t control_key(const Control *control, uint32_t collisions) {
    uint64_t words[2] = { control->point, control->local };
    return hash_bytes(words, sizeof words, collisions);
}

uint32_t circ_find_control(const Circ *c, uint32_t point, uint64_t own) {
    Control control = { point, own & c->own[c->points.at[point].template].local };
    for (uint32_t collisions = 0;; collisions++) {
        uint32_t i = map_find(&c->arg.controls_at, control_key(&control, collisions));
        if (!i)
            return NONE;
        const Control *other = &c->arg.controls.at[i - 1];
        if (other->point == control.point && other->local == control.local)
            return i - 1;
    }
}

uint32_t circ_control(Circ *c, uint32_t point, uint64_t own) {
    uint32_t known = circ_find_control(c, point, own), collisions = 0;
    if (known != NONE)
        return known;
    Control control = { point, own & c->own[c->points.at[point].template].local };
    while (map_find(&c->arg.controls_at, control_key(&control, collisions)))
        collisions++;
    vec_push(&c->arg.controls, control);
    (void)vec_add(&c->arg.out);
    map_put(&c->arg.controls_at, control_key(&control, collisions), c->arg.controls.count);
    return c->arg.controls.count - 1;
}

static uint64_t edge_key(uint32_t from, uint32_t to, uint32_t piece, uint32_t child, uint64_t before, uint64_t after,
                         uint32_t collisions) {
    uint64_t words[6] = { from, to, piece, child, before, after };
    return hash_bytes(words, sizeof words, collisions);
}

void circ_connect(Circ *c, const ArgEdge *edge) {
    Arg *arg = &c->arg;
    uint64_t key;
    for (uint32_t collisions = 0;; collisions++) {
        key = edge_key(edge->from, edge->to, edge->piece, edge->child, edge->before, edge->after, collisions);
        uint32_t i = map_find(&arg->edges_at, key);
        if (!i)
            break;
        const ArgEdge *o = &arg->edges.at[i - 1];
        if (o->from == edge->from && o->to == edge->to && o->piece == edge->piece && o->child == edge->child &&
            o->before == edge->before && o->after == edge->after)
            return;
    }
    vec_push(&arg->out.at[edge->from], arg->edges.count);
    vec_push(&arg->edges, *edge);
    map_put(&arg->edges_at, key, arg->edges.count);
}

// Nobody else can see it.
bool circ_is_silent(const Circ *c, uint32_t piece, uint64_t before, uint64_t after) {
    bool silent = before == after && !c->pieces.at[piece].spawn;
    for (uint32_t i = 0; i < c->ts->all.count; i++)
        silent &= !c->pieces.at[piece].effect[i];
    return silent;
}

// ---- Collapse ----
typedef struct Partition {
    Circ *c;
    VecU32 class; // by control
    uint32_t n;
} Partition;

typedef VEC(uint64_t) VecU64;
typedef struct Signature { // of a control: its steps, in order
    VecU64 hashes;
} Signature;

static uint64_t effect_hash(const Circ *c, uint32_t piece) {
    return hash_bytes(c->pieces.at[piece].effect, c->ts->all.count * sizeof c->pieces.at[piece].effect[0], 7);
}

static void add_hash(Signature *s, uint64_t hash) { // sorted, each once
    uint32_t i = s->hashes.count;
    while (i && s->hashes.at[i - 1] > hash)
        i--;
    if (i && s->hashes.at[i - 1] == hash)
        return;
    vec_push(&s->hashes, 0);
    for (uint32_t k = s->hashes.count - 1; k > i; k--)
        s->hashes.at[k] = s->hashes.at[k - 1];
    s->hashes.at[i] = hash;
}

static bool is_inner(const Partition *p, const ArgEdge *e) {
    return p->class.at[e->from] == p->class.at[e->to] && circ_is_silent(p->c, e->piece, e->before, e->after);
}

// The steps of a control, and of those it reaches by silent steps in its class while the globals stay 'before'.
static void add_steps(Partition *p, uint32_t control, uint64_t before, Signature *s) {
    const Arg *arg = &p->c->arg;
    VecU32 todo = { 0 };
    Map seen = { 0 };
    vec_push(&todo, control);
    map_put(&seen, control, 1);
    while (todo.count) {
        uint32_t now = vec_pop(&todo);
        for (uint32_t i = 0; i < arg->out.at[now].count; i++) {
            const ArgEdge *e = &arg->edges.at[arg->out.at[now].at[i]];
            if (e->before != before)
                continue;
            if (!is_inner(p, e)) {
                uint64_t words[5] = { before, e->after, effect_hash(p->c, e->piece), p->class.at[e->to],
                                      e->child == NONE ? NONE : p->class.at[e->child] };
                add_hash(s, hash_bytes(words, sizeof words, 1));
            } else if (!map_find(&seen, e->to)) {
                map_put(&seen, e->to, 1);
                vec_push(&todo, e->to);
            }
        }
    }
    map_free(&seen);
    vec_free(&todo);
}

static uint64_t signature(Partition *p, uint32_t control, const VecU64 *globals) {
    Signature s = { 0 };
    for (uint32_t i = 0; i < globals->count; i++)
        add_steps(p, control, globals->at[i], &s);
    uint64_t hash = hash_bytes(s.hashes.at, s.hashes.count * sizeof *s.hashes.at, p->class.at[control]);
    vec_free(&s.hashes);
    return hash;
}

// Classes by signature, numbered as they come; true: there are more than before.
static bool split(Partition *p, const VecU64 *globals) {
    Map number = { 0 };
    VecU32 next = { 0 };
    uint32_t before = p->n;
    p->n = 0;
    for (uint32_t i = 0; i < p->class.count; i++) {
        uint64_t s = signature(p, i, globals);
        uint32_t known = map_find(&number, s);
        if (!known)
            map_put(&number, s, known = ++p->n);
        vec_push(&next, known - 1);
    }
    vec_free(&p->class);
    p->class = next;
    map_free(&number);
    return p->n > before;
}

static void first_classes(Partition *p) {
    const Circ *c = p->c;
    Map number = { 0 };
    for (uint32_t i = 0; i < c->arg.controls.count; i++) {
        const Point *point = &c->points.at[c->arg.controls.at[i].point];
        uint64_t key = (uint64_t)point->template << 1 | point->inside;
        uint32_t known = map_find(&number, key);
        if (!known)
            map_put(&number, key, known = ++p->n);
        vec_push(&p->class, known - 1);
    }
    map_free(&number);
}

static void free_context(Context *x) {
    for (uint32_t i = 0; i < x->out.count; i++)
        vec_free(&x->out.at[i]);
    vec_free(&x->out);
    vec_free(&x->mu);
    vec_free(&x->inside);
    vec_free(&x->template);
    vec_free(&x->edges);
    map_free(&x->edges_at);
    *x = (Context){ 0 };
}

static uint64_t context_key(const Circ *c, const ContextEdge *e) {
    uint64_t words[6] = { e->from, e->to, effect_hash(c, e->piece), e->child, e->before, e->after };
    return hash_bytes(words, sizeof words, 3);
}

static bool image_of(const Circ *c, const ArgEdge *e, ContextEdge *out) {
    const VecU32 *mu = &c->context.mu;
    bool known = e->from < mu->count && e->to < mu->count && (e->child == NONE || e->child < mu->count);
    if (known)
        *out = (ContextEdge){ mu->at[e->from], mu->at[e->to], e->piece, e->child == NONE ? NONE : mu->at[e->child],
                              e->before,       e->after };
    return known;
}

static bool is_stutter(const Circ *c, const ContextEdge *e) {
    return e->from == e->to && circ_is_silent(c, e->piece, e->before, e->after);
}

static void make_context(Circ *c, const Partition *p) {
    Context *x = &c->context;
    free_context(x);
    x->locations = p->n;
    vec_resize(&x->inside, p->n);
    vec_resize(&x->template, p->n);
    vec_resize(&x->out, p->n);
    for (uint32_t i = 0; i < p->class.count; i++) {
        const Point *point = &c->points.at[c->arg.controls.at[i].point];
        vec_push(&x->mu, p->class.at[i]);
        x->inside.at[p->class.at[i]] = point->inside;
        x->template.at[p->class.at[i]] = point->template;
    }
    for (uint32_t i = 0; i < c->arg.edges.count; i++) {
        ContextEdge e;
        if (!image_of(c, &c->arg.edges.at[i], &e) || is_stutter(c, &e) || map_find(&x->edges_at, context_key(c, &e)))
            continue;
        vec_push(&x->out.at[e.from], x->edges.count);
        vec_push(&x->edges, e);
        map_put(&x->edges_at, context_key(c, &e), x->edges.count);
    }
}

void circ_collapse(Circ *c) {
    Partition p = { .c = c };
    VecU64 globals = { 0 };
    Map seen = { 0 };
    for (uint32_t i = 0; i < c->arg.edges.count; i++) {
        uint64_t before = c->arg.edges.at[i].before;
        if (map_find(&seen, before))
            continue;
        map_put(&seen, before, 1);
        vec_push(&globals, before);
    }
    first_classes(&p);
    while (split(&p, &globals))
        continue;
    make_context(c, &p);
    vec_free(&p.class);
    vec_free(&globals);
    map_free(&seen);
}

// Does the context do whatever the threads do, as mu relates them?
bool circ_check_sim(const Circ *c) {
    if (c->context.mu.count < c->arg.controls.count)
        return false;
    for (uint32_t i = 0; i < c->arg.edges.count; i++) {
        ContextEdge e;
        if (!image_of(c, &c->arg.edges.at[i], &e))
            return false;
        if (!is_stutter(c, &e) && !map_find(&c->context.edges_at, context_key(c, &e)))
            return false;
    }
    return true;
}

void circ_forget(Circ *c) {
    for (uint32_t i = 0; i < c->arg.out.count; i++)
        vec_free(&c->arg.out.at[i]);
    vec_free(&c->arg.out);
    vec_free(&c->arg.controls);
    vec_free(&c->arg.edges);
    map_free(&c->arg.controls_at);
    map_free(&c->arg.edges_at);
    c->arg = (Arg){ 0 };
    free_context(&c->context);
}
