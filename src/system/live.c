// live.c - the state that matters at each point
//
// Backwards through blocks and calls, from what guards read, until nothing is added.  An edge is looked at again only
// where more matters after it than when it was looked at last.
#include "system/system.h"

typedef struct Reads { // of one block, in slots
    VecU32 guard;
    VecU32 changed;   // whose values are known
    VecU32 *values;   // by place in 'changed': what the value reads
    VecU32 forgotten; // any value: nothing before matters for them
} Reads;

typedef struct Flow { // of one procedure
    Procedure *proc;
    Reads *reads;   // by cut edge
    uint32_t *many; // by point: how many slots are live
    uint32_t *seen; // by cut edge: 1 + how many mattered after it when it was last looked at; 0: never
    bool *written;  // by slot, of the block at hand
} Flow;

// ---- what blocks read ----
static void slots_in(const Procedure *proc, Term a, VecU32 *out) {
    VecTerm vars = { 0 };
    term_vars(proc->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        if (procedure_slot(proc, vars.at[i]))
            vec_push(out, procedure_slot(proc, vars.at[i]) - 1);
    vec_free(&vars);
}

static Reads reads_of(const Procedure *proc, const Block *b) {
    Reads r = { .values = base_alloc((b->changes.count + 1) * sizeof(VecU32)) };
    slots_in(proc, b->guard, &r.guard);
    for (uint32_t i = 0; i < b->changes.count; i++) {
        uint32_t slot = procedure_slot(proc, block_changed(proc->blocks, b, i));
        if (!slot)
            continue;
        slots_in(proc, b->changes.at[i].value, &r.values[r.changed.count]);
        vec_push(&r.changed, slot - 1);
    }
    for (uint32_t i = 0; i < b->forgotten.count; i++) {
        uint32_t slot = procedure_slot(proc, var_term(proc->p, b->forgotten.at[i]));
        if (slot)
            vec_push(&r.forgotten, slot - 1);
    }
    return r;
}

static void reads_free(Reads *r) {
    for (uint32_t k = 0; k < r->changed.count; k++)
        vec_free(&r->values[k]);
    vec_free(&r->guard);
    vec_free(&r->changed);
    vec_free(&r->forgotten);
    free(r->values);
}

// ---- marking ----
static bool need_slot(Flow *f, uint32_t point, uint32_t slot) {
    bool *live = &f->proc->live[(size_t)point * f->proc->state.count];
    if (live[slot])
        return false;
    f->many[point]++;
    return live[slot] = true;
}

static bool need_slots(Flow *f, uint32_t point, const VecU32 *slots) {
    bool more = false;
    for (uint32_t i = 0; i < slots->count; i++)
        more |= need_slot(f, point, slots->at[i]);
    return more;
}

static bool need(Flow *f, uint32_t point, Term a) {
    VecTerm vars = { 0 };
    bool more = false;
    term_vars(f->proc->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        uint32_t slot = procedure_slot(f->proc, procedure_here(f->proc, point, vars.at[i]));
        if (slot)
            more |= need_slot(f, point, slot - 1);
    }
    vec_free(&vars);
    return more;
}

// What matters there because it matters, as it is, further on.
static bool need_same(Flow *f, uint32_t point, uint32_t slot) {
    Term x = f->proc->state.at[slot], now = procedure_here(f->proc, point, x);
    return need_slot(f, point, term_same(x, now) ? slot : procedure_slot(f->proc, now) - 1);
}

// ---- through blocks ----
static bool flow_block(Flow *f, uint32_t cut) {
    const Procedure *proc = f->proc;
    const CutEdge *e = &proc->graph->edges.at[cut];
    const Reads *r = &f->reads[cut];
    const bool *after = procedure_live(proc, e->to);
    bool more = need_slots(f, e->from, &r->guard);
    memset(f->written, 0, proc->state.count);
    for (uint32_t i = 0; i < r->forgotten.count; i++)
        f->written[r->forgotten.at[i]] = true;
    for (uint32_t i = 0; i < r->changed.count; i++) {
        f->written[r->changed.at[i]] = true;
        if (after[r->changed.at[i]])
            more |= need_slots(f, e->from, &r->values[i]);
    }
    for (uint32_t s = 0; s < proc->state.count; s++)
        if (after[s] && !f->written[s])
            more |= need_same(f, e->from, s);
    return more;
}

// ---- through calls ----
// What matters in the callee, at its entry and its exit, is given at the call; what matters after it
// comes from before or from the callee's exit.
static bool flow_call(Flow *f, Flow *g, uint32_t cut) {
    const Procedure *proc = f->proc, *callee = g->proc;
    const CutEdge *e = &proc->graph->edges.at[cut];
    const CallTerms *terms = &proc->call_terms[cut];
    const bool *after = procedure_live(proc, e->to), *entry = procedure_live(callee, callee->graph->entry);
    uint32_t exit = callee->graph->exit;
    bool more = false;
    for (uint32_t s = 0; s < proc->state.count; s++)
        if (after[s] && term_same(terms->after[s], proc->state.at[s]))
            more |= need_same(f, e->from, s);
    for (uint32_t s = 0; s < callee->state.count; s++) {
        if (entry[s])
            more |= need(f, e->from, terms->enter[s]);
        if (exit == WTO_NONE)
            continue;
        uint32_t x = map_find(&proc->system->origin, terms->leave[s].id); // of after!x: x
        uint32_t gives = x ? procedure_slot(proc, (Term){ x }) : 0;
        if (gives && after[gives - 1])
            more |= need_slot(g, exit, s);
        if (procedure_live(callee, exit)[s])
            more |= need(f, e->from, terms->leave[s]);
    }
    return more;
}

// The summary is about all that the function reads.
static bool flow_summary(Flow *f) {
    const Procedure *proc = f->proc;
    const CutGraph *graph = proc->graph;
    if (graph->exit == WTO_NONE || proc->func == proc->p->entry)
        return false;
    bool more = false;
    const bool *entry = procedure_live(proc, graph->entry);
    for (uint32_t s = 0; s < proc->state.count; s++) {
        Term first = entry[s] ? calls_first(proc->system->calls, proc->func, proc->state.at[s]) : (Term){ 0 };
        if (first.id && procedure_slot(proc, first))
            more |= need_slot(f, graph->exit, procedure_slot(proc, first) - 1);
    }
    return more;
}

// ---- all together ----
// Has anything changed that the cut edge brings back?
static bool is_stale(Flow *f, const Flow *g, uint32_t cut) {
    uint32_t many = 1 + f->many[f->proc->graph->edges.at[cut].to];
    if (g)
        many += g->many[g->proc->graph->entry];
    if (g && g->proc->graph->exit != WTO_NONE)
        many += g->many[g->proc->graph->exit];
    bool stale = f->seen[cut] != many;
    f->seen[cut] = many;
    return stale;
}

static bool flow_back(const System *s, Flow flows[], Flow *f) {
    bool more = flow_summary(f);
    for (uint32_t i = f->proc->graph->edges.count; i-- > 0;) {
        EdgeId call = f->proc->call[i];
        Flow *g = call ? &flows[system_callee(s, call) - s->procs.at] : NULL;
        if ((!call && !f->proc->block[i].guard.id) || !is_stale(f, g, i))
            continue;
        more |= call ? flow_call(f, g, i) : flow_block(f, i);
    }
    return more;
}

static Flow flow_open(Procedure *proc) {
    uint32_t points = proc->graph->points.count, edges = proc->graph->edges.count;
    Flow f = { .proc = proc };
    free(proc->live);
    proc->live = base_alloc((size_t)points * proc->state.count + 1);
    f.reads = base_alloc((edges + 1) * sizeof *f.reads);
    f.seen = base_alloc((edges + 1) * sizeof *f.seen);
    f.many = base_alloc((points + 1) * sizeof *f.many);
    f.written = base_alloc(proc->state.count + 1);
    for (uint32_t i = 0; i < edges; i++)
        if (proc->block[i].guard.id)
            f.reads[i] = reads_of(proc, &proc->block[i]);
    return f;
}

static void flow_close(Flow *f) {
    for (uint32_t i = 0; i < f->proc->graph->edges.count; i++)
        reads_free(&f->reads[i]);
    free(f->reads);
    free(f->seen);
    free(f->many);
    free(f->written);
}

void system_find_live(System *s) {
    Flow *flows = base_alloc((s->procs.count + 1) * sizeof *flows);
    for (uint32_t k = 0; k < s->procs.count; k++)
        flows[k] = flow_open(&s->procs.at[k]);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t k = s->procs.count; k-- > 0;)
            more |= flow_back(s, flows, &flows[k]);
    }
    for (uint32_t k = 0; k < s->procs.count; k++)
        flow_close(&flows[k]);
    free(flows);
}
