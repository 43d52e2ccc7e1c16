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

static void record(const Ufo *u) {
    const DagStats *d = dag_refiner_stats(u->dag);
    stat_set(STAT_points, u->pieces.graph->points.count);
    stat_set(STAT_pieces, u->pieces.graph->edges.count);
#define RECORD(name, text) stat_set(STAT_##name, (double)u->stats.name);
    UFO_STATS(RECORD)
#undef RECORD
#define RECORD(name, text) stat_set(STAT_dag_##name, (double)d->name);
    DAG_STATS(RECORD)
#undef RECORD
    stat_set(STAT_fact_equations, u->fact_stats.equations);
    stat_set(STAT_fact_inequalities, u->fact_stats.inequalities);
    stat_set(STAT_fact_questions, u->fact_stats.questions);
    stat_set(STAT_terms, terms_count(u->pieces.t));
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
    for (uint32_t i = 0; i < u->pieces.graph->points.count; i++) {
        Term holds = i == u->pieces.graph->entry ? u->pieces.initial : ufo_invariant(u, i);
        if (u->facts.count)
            holds = term_and(u->pieces.t, holds, u->facts.at[i]);
        vec_push(&claim->proof.invariants, (Invariant){ u->pieces.graph->points.at[i].loc, holds });
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
static UfoConfig in_force(const UfoConfig *config, const Options *options) {
    UfoConfig set = *config;
    set.post = options->post ? options->post : set.post;
    set.refine = options->refine ? options->refine : set.refine;
    set.expand = options->expand ? options->expand : set.expand;
    set.cover = options->cover ? options->cover : set.cover;
    set.widen_delay = options->widen_delay ? (uint32_t)options->widen_delay : 1;
    return set;
}

static void show_settings(const UfoConfig *set, const Options *options, Reason *out) {
    Options shown = { .post = set->post,
                      .refine = set->refine,
                      .expand = set->expand,
                      .cover = set->cover,
                      .widen_delay = set->widen_delay,
                      .block = options->block ? options->block : BLOCK_LARGE,
                      .facts = options->facts ? options->facts : FACTS_ALL };
    options_show(&shown, "block facts post refine expand cover widen_delay", out);
}

static void find_facts(Ufo *u) {
    if (u->task->options->facts == FACTS_NONE)
        return;
    phase_begin(PHASE_facts);
    u->fact_stats = facts_find(&u->pieces, u->task->options->facts == FACTS_EQUATIONS, &u->facts);
    phase_end(PHASE_facts);
    pieces_assume(&u->pieces, u->facts.at);
}

static bool open(Ufo *u, const UfoConfig *config, const Task *task, Claim *claim) {
    *u = (Ufo){ .task = task, .set = in_force(config, task->options) };
    show_settings(&u->set, task->options, &claim->settings);
    u->domain = domain_find(u->set.post);
    if (!u->domain) {
        reason_set(&claim->reason, "no domain %s", u->set.post);
        return false;
    }
    if (!strcmp(u->domain->name, "none"))
        u->domain = NULL;
    if (!pieces_open(&u->pieces, task->program, task->options->block == BLOCK_BASIC, &claim->reason))
        return false;
    Pieces *pc = &u->pieces;
    uint32_t n = pc->graph->points.count;
    find_facts(u);
    u->refiner = refiner_new(pc->t, pieces_origin, pieces_counts, pc);
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
    for (uint32_t i = 0; i < u->pieces.graph->points.count; i++) {
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
    vec_free(&u->facts);
    if (u->domain)
        u->domain->close(u->domain_self);
    dag_refiner_free(u->dag);
    refiner_free(u->refiner);
    pieces_close(&u->pieces);
}

void ufo_run(const void *config, const Task *task, Claim *claim) {
    Ufo u;
    if (!open(&u, config, task, claim))
        return;
    if (u.pieces.bad[u.pieces.graph->entry])
        pieces_blame(&u.pieces, u.pieces.graph->entry, claim);
    else
        ufo(&u, claim);
    record(&u);
    close(&u);
}
