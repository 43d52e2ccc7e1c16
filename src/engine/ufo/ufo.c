// ufo.c - exploring and generalising with a graph of the whole program
//
// After A. Albarghouthi, "Software Verification with Program-Graph Interpolation and Abstraction", 2015
// (algorithms 1 to 6: UFO and VINTA).  Each round explores: the cutpoint graph is unrolled into an
// abstract reachability graph (ARG), a DAG, along its weak topological order, with an
// abstract POST, until every loop is covered.  If its error node is not false it
// generalises: all ways to the error are one question to the solver; either one can be taken, or DAG
// interpolants relabel the graph, and exploring goes on where labels no longer cover.
//
// Where we differ: see ufo_graph.c (nodes waiting at a point are a list, so that none is lost when old
// parts of the graph are gone through again), ufo_refine.c (what restricts interpolants), and dag_refine.c (machine
// arithmetic).  POST goes over nodes visited in the pass and not covered.  All points that must not
// be reached, 'error' for one, share the error node.
#include "engine/ufo/ufo.h"
#include "base/limits.h"
#include "base/options.h"
#include "base/progress.h"
#include "base/stats.h"
#include "engine/ufo/ufo_settings.h"

static void record(const Ufo *u) {
    const DagStats *d = dag_refiner_stats(u->dag);
    stat_set(STAT_points, u->proc->graph->points.count);
    stat_set(STAT_pieces, u->proc->graph->edges.count);
#define RECORD(name, text) stat_set(STAT_##name, (double)u->stats.name);
    UFO_STATS(RECORD)
#undef RECORD
#define RECORD(name, text) stat_set(STAT_dag_##name, (double)d->name);
    DAG_STATS(RECORD)
#undef RECORD
    stat_set(STAT_fact_equations, u->invariant_stats.equations);
    stat_set(STAT_fact_inequalities, u->invariant_stats.inequalities);
    stat_set(STAT_fact_questions, u->invariant_stats.questions);
    stat_set(STAT_terms, terms_count(u->proc->t));
    progress("ufo: %u nodes, %llu refinements", u->nodes.count, (unsigned long long)u->stats.refinements);
}

// ---- exploring ----
// A mark comes before a label of the refinement: who gained a parent must be computed anew.
static void label(Ufo *u, NodeId n) {
    UfoNode *node = ufo_node(u, n);
    if (node->marked) {
        node->marked = false;
        ufo_post(u, n);
        ufo_mark_children(u, n, true);
    } else if (node->relabel.id) {
        node->label = node->relabel;
        node->element = NULL;
        node->own = false;
        ufo_mark_children(u, n, false);
    }
}

static void forget_relabels(Ufo *u) {
    for (NodeId n = 0; n < u->nodes.count; n++)
        ufo_node(u, n)->relabel = (Term){ 0 };
}

// EXPANDARG: one pass over the graph, from the entry to the error.  False: out of time.
static bool expand_arg(Ufo *u) {
    ufo_pass_start(u);
    ufo_covers_start(u);
    for (NodeId n = UFO_ENTRY; n != UFO_ERROR; n = ufo_next(u, n)) {
        if (limits_hit())
            return false;
        record(u);
        ufo_visit(u, n);
        ufo_expand_node(u, n);
        label(u, n);
        if (ufo_is_covered(u, n))
            ufo_drop_children(u, n);
    }
    ufo_visit(u, UFO_ERROR);
    label(u, UFO_ERROR);
    forget_relabels(u);
    return true;
}

// ---- the engine ----
static void restart(Ufo *u) {
    ufo_graph_clear(u);
    ufo_graph_start(u);
}

static void claim_safe(Ufo *u, Claim *claim) {
    Reason why;
    if (log_on("check") && !ufo_check(u, &why))
        log_line("check", "ufo: %s", why.text);
    claim->kind = CLAIM_SAFE;
    for (uint32_t i = 0; i < u->proc->graph->points.count; i++) {
        Term holds = i == u->proc->graph->entry ? u->proc->initial : ufo_invariant(u, i);
        if (u->invariants.count)
            holds = term_and(u->proc->t, holds, u->invariants.at[i]);
        vec_push(&claim->proof.invariants, (Invariant){ u->proc->graph->points.at[i].loc, holds });
    }
}

static void ufo(Ufo *u, Claim *claim) {
    ufo_graph_start(u);
    for (;;) {
        phase_begin(PHASE_reachability);
        bool explored = expand_arg(u);
        phase_end(PHASE_reachability);
        if (!explored) {
            reason_set(&claim->reason, "timeout");
            return;
        }
        if (ufo_is_false(u, UFO_ERROR)) {
            claim_safe(u, claim);
            return;
        }
        if (ufo_refine(u, claim) != PATH_SPURIOUS)
            return;
        if (u->set.expand == EXPAND_EAGER)
            restart(u);
    }
}

// ---- opening and closing ----
static const struct {
    const char *name;
    Setting set;
} settings[] = {
#define SETTING(name, post, refine, expand, cover, help) \
    { #name, { post, REFINE_##refine, EXPAND_##expand, COVER_##cover, 0 } },
    UFO_SETTINGS(SETTING)
#undef SETTING
};

static Setting setting_of(const Options *options) {
    Setting set = settings[0].set;
    for (size_t i = 0; i < COUNT(settings); i++)
        if (options->engine && !strcmp(settings[i].name, options->engine))
            set = settings[i].set;
    set.post = options->post ? options->post : set.post;
    set.refine = options->refine ? options->refine : set.refine;
    set.expand = options->expand ? options->expand : set.expand;
    set.cover = options->cover ? options->cover : set.cover;
    set.widen_delay = options->widen_delay ? (uint32_t)options->widen_delay : 1;
    return set;
}

static void find_invariants(Ufo *u) {
    if (u->task->options->facts == FACTS_NONE)
        return;
    phase_begin(PHASE_facts);
    u->invariant_stats = invariants_find(u->proc, u->task->options->facts == FACTS_EQUATIONS, &u->invariants);
    phase_end(PHASE_facts);
    procedure_assume(u->proc, u->invariants.at);
}

static bool open(Ufo *u, const Task *task, Claim *claim) {
    *u = (Ufo){ .task = task, .set = setting_of(task->options) };
    u->domain = domain_find(u->set.post);
    if (!u->domain) {
        reason_set(&claim->reason, "no domain %s", u->set.post);
        return false;
    }
    if (!strcmp(u->domain->name, "none"))
        u->domain = NULL;
    if (!system_supports(task->program, &claim->reason))
        return false;
    u->system = system_new(task->program, (SystemOptions){ .basic = task->options->block == BLOCK_BASIC });
    u->proc = system_entry(u->system);
    Procedure *pc = u->proc;
    uint32_t n = pc->graph->points.count;
    find_invariants(u);
    u->refiner = refiner_new(pc->t, procedure_origin, procedure_counts, pc);
    u->dag = dag_refiner_new(pc, u->refiner);
    if (u->domain)
        u->domain_self = u->domain->open(pc);
    u->pending = base_alloc(n * sizeof *u->pending);
    u->visited = base_alloc(n * sizeof *u->visited);
    u->covers = base_alloc(n * sizeof *u->covers);
    u->followed = base_alloc(n * sizeof *u->followed);
    return true;
}

static void close(Ufo *u) {
    ufo_covers_free(u);
    for (uint32_t i = 0; i < u->proc->graph->points.count; i++) {
        vec_free(&u->pending[i]);
        vec_free(&u->visited[i]);
        vec_free(&u->followed[i]);
    }
    free(u->pending);
    free(u->visited);
    free(u->covers);
    free(u->followed);
    ufo_graph_clear(u);
    vec_free(&u->nodes);
    vec_free(&u->edges);
    vec_free(&u->order);
    vec_free(&u->invariants);
    if (u->domain)
        u->domain->close(u->domain_self);
    dag_refiner_free(u->dag);
    refiner_free(u->refiner);
    system_free(u->system);
}

static void run(const Task *task, Claim *claim) {
    Ufo u;
    if (!open(&u, task, claim))
        return;
    if (u.proc->bad[u.proc->graph->entry])
        procedure_blame(u.proc, u.proc->graph->entry, claim);
    else
        ufo(&u, claim);
    record(&u);
    close(&u);
}

#define ENGINE(id, post, refine, expand, cover, help) \
    const Engine engine_##id = { .name = #id, .summary = help, .run = run };
UFO_SETTINGS(ENGINE)
#undef ENGINE
