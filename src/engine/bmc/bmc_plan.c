// bmc_plan.c - the graph of a function, its order, and which variables are live
#include "engine/bmc/bmc.h"
#include "program/edit.h"

// ---- the graph ----
static bool inside(const Bmc *b, LocId loc) {
    return loc != b->p->error && loc != b->p->stop;
}

static void collect(Bmc *b, Plan *plan, uint8_t *seen) {
    LocId entry = b->p->funcs.at[plan->func].entry;
    vec_push(&plan->locs, entry);
    seen[entry] = 1;
    for (uint32_t i = 0; i < plan->locs.count; i++) {
        LocId loc = plan->locs.at[i];
        b->place[loc] = i;
        for_out_edges(b->p, loc, e) {
            LocId to = b->p->edges.at[e].to;
            if (inside(b, to) && !seen[to]) {
                seen[to] = 1;
                vec_push(&plan->locs, to);
            }
        }
    }
}

static void build_graph(Bmc *b, Plan *plan) {
    VecU32 from = { 0 }, to = { 0 };
    for (uint32_t i = 0; i < plan->locs.count; i++)
        for_out_edges(b->p, plan->locs.at[i], e) {
            if (!inside(b, b->p->edges.at[e].to))
                continue;
            vec_push(&from, i);
            vec_push(&to, b->place[b->p->edges.at[e].to]);
        }
    plan->graph = digraph_new(plan->locs.count, from.count, from.at, to.at);
    plan->wto = wto_new(&plan->graph, 0, WTO_NONE);
    assert(plan->wto.order.count == plan->locs.count); // all are reached from the entry
    vec_free(&from);
    vec_free(&to);
}

// ---- liveness ----
// One variable after the other: backwards from where it is read to where it
// is written.  Only locations where states meet remember what is live.
typedef struct Liveness {
    Bmc *b;
    Plan *plan;
    Digraph into;     // into.to[] holds edges of the program
    VecU32 *read_at;  // by VarId: places
    Map writes;       // (edge, variable)
    uint32_t *marked; // by place: the last variable found live there
    uint8_t *meets;   // by place: can states meet there?
    VecU32 todo;
} Liveness;

static void note_read(Liveness *l, VarId v, uint32_t place) {
    VecU32 *places = &l->read_at[v];
    if (!places->count || vec_last(places) != place)
        vec_push(places, place);
}

// A call may read all globals.
static void note_globals(Liveness *l, uint32_t place) {
    for (VarId v = 1; v < l->b->p->vars.count; v++)
        if (l->b->p->vars.at[v].kind == VAR_GLOBAL)
            note_read(l, v, place);
}

static void note_edges(Liveness *l) {
    const Program *p = l->b->p;
    VecU32 reads = { 0 };
    for (uint32_t i = 0; i < l->plan->locs.count; i++)
        for_out_edges(p, l->plan->locs.at[i], e) {
            const Cmd *cmd = &p->edges.at[e].cmd;
            const VarId *vars;
            reads.count = 0;
            cmd_reads(p, cmd, &reads);
            for (uint32_t k = 0; k < reads.count; k++)
                if (p->vars.at[reads.at[k]].kind != VAR_ADDRESS)
                    note_read(l, reads.at[k], i);
            uint32_t n = cmd_writes(cmd, &vars);
            for (uint32_t k = 0; k < n; k++)
                map_put(&l->writes, (uint64_t)e << 32 | vars[k], 1);
            if (cmd_is_call(cmd))
                note_globals(l, i);
        }
    const Function *f = &p->funcs.at[l->plan->func];
    if (l->plan->func != p->entry && l->b->place[f->exit] != WTO_NONE)
        note_globals(l, l->b->place[f->exit]);
    vec_free(&reads);
}

static void incoming(Liveness *l) {
    VecU32 from = { 0 }, to = { 0 };
    for (uint32_t i = 0; i < l->plan->locs.count; i++)
        for_out_edges(l->b->p, l->plan->locs.at[i], e) if (inside(l->b, l->b->p->edges.at[e].to)) {
            vec_push(&from, l->b->place[l->b->p->edges.at[e].to]);
            vec_push(&to, e);
        }
    l->into = digraph_new(l->plan->locs.count, from.count, from.at, to.at);
    vec_free(&from);
    vec_free(&to);
}

static void mark_live(Liveness *l, VarId v, uint32_t place) {
    assert(place < l->plan->locs.count);
    if (l->marked[place] == v)
        return;
    l->marked[place] = v;
    vec_push(&l->todo, place);
    assert(!l->plan->live[place].count || vec_last(&l->plan->live[place]) < v); // rising
    if (l->meets[place])
        vec_push(&l->plan->live[place], v);
}

// Several states can wait at a location with several edges in, and at one whose
// edge comes out of a loop: there is a state of each round.  At heads of loops
// states are compared.
static void find_meetings(Liveness *l) {
    const uint32_t *head = l->plan->wto.head;
    for (uint32_t i = 0; i < l->plan->locs.count; i++) {
        uint32_t first = l->into.first[i], end = l->into.first[i + 1];
        l->meets[i] = end - first > 1 || wto_is_head(&l->plan->wto, i);
        for (uint32_t k = first; k < end; k++)
            l->meets[i] |= head[l->b->place[l->b->p->edges.at[l->into.to[k]].from]] != head[i];
    }
}

static void spread(Liveness *l, VarId v) {
    for (uint32_t i = 0; i < l->read_at[v].count; i++)
        mark_live(l, v, l->read_at[v].at[i]);
    while (l->todo.count) {
        uint32_t place = vec_pop(&l->todo);
        for (uint32_t i = l->into.first[place]; i < l->into.first[place + 1]; i++) {
            EdgeId e = l->into.to[i];
            if (!map_find(&l->writes, (uint64_t)e << 32 | v))
                mark_live(l, v, l->b->place[l->b->p->edges.at[e].from]);
        }
    }
}

static void find_live(Bmc *b, Plan *plan) {
    uint32_t n = b->p->vars.count;
    Liveness l = { .b = b, .plan = plan };
    l.read_at = base_alloc(n * sizeof *l.read_at);
    l.meets = base_alloc(plan->locs.count);
    l.marked = base_alloc(plan->locs.count * sizeof *l.marked);
    plan->live = base_alloc(plan->locs.count * sizeof *plan->live);
    note_edges(&l);
    incoming(&l);
    find_meetings(&l);
    for (VarId v = 1; v < n; v++) {
        spread(&l, v);
        vec_free(&l.read_at[v]);
    }
    digraph_free(&l.into);
    map_free(&l.writes);
    vec_free(&l.todo);
    free(l.read_at);
    free(l.marked);
    free(l.meets);
}

Plan *bmc_plan(Bmc *b, FuncId f) {
    assert(f && f < b->p->funcs.count && b->p->funcs.at[f].defined);
    if (b->plans[f])
        return b->plans[f];
    Plan *plan = b->plans[f] = base_alloc(sizeof *plan);
    plan->func = f;
    uint8_t *seen = base_alloc(b->p->locs.count);
    b->place[b->p->funcs.at[f].exit] = WTO_NONE;
    collect(b, plan, seen);
    free(seen);
    build_graph(b, plan);
    find_live(b, plan);
    return plan;
}

void bmc_plans_free(Bmc *b) {
    for (FuncId f = 0; f < b->p->funcs.count; f++) {
        Plan *plan = b->plans[f];
        if (!plan)
            continue;
        for (uint32_t i = 0; i < plan->locs.count; i++)
            vec_free(&plan->live[i]);
        free(plan->live);
        vec_free(&plan->locs);
        wto_free(&plan->wto);
        digraph_free(&plan->graph);
        free(plan);
    }
    free(b->plans);
}
