// ufo.c - exploring and generalising with a graph of the whole program
//
// After A. Albarghouthi, "Software Verification with Program-Graph Interpolation and Abstraction", 2015
// (algorithms 1 to 6: UFO and VINTA).  Each round explores: the cutpoint graph is unrolled into an
// abstract reachability graph (ARG), a DAG, along its weak topological order, with an
// abstract POST, until every loop is covered.  If its error node is not false it
// generalises: all paths to the error are one question to the solver; either one can be taken, or DAG
// interpolants relabel the graph, and exploring goes on where labels no longer cover.
//
// Where we differ: see ufo_graph.c (nodes waiting at a point are a list, so that none is lost when old
// parts of the graph are gone through again), ufo_refine.c (what restricts interpolants), and dag_refine.c (machine
// arithmetic).  POST goes over nodes visited in the pass and not covered.  All points that must not
// be reached, 'error' for one, share the error node.
#include "engine/ufo/ufo.h"
#include "base/stats.h"

static void record(void *self) {
    const Ufo *u = self;
    const DagStats *d = dag_refiner_stats(u->dag);
    unwind_record(&u->w, "ufo");
#define RECORD(name, text) stat_set(STAT_##name, (double)u->stats.name);
    UFO_STATS(RECORD)
#undef RECORD
#define RECORD(name, text) stat_set(STAT_dag_##name, (double)d->name);
    DAG_STATS(RECORD)
#undef RECORD
}

// ---- exploring ----
// A mark comes before a label of the refinement: a node that gained a parent must be computed anew.
static void label(Ufo *u, NodeId n) {
    UfoNode *node = ufo_node(u, n);
    if (node->marked) {
        ufo_post(u, n);
    } else if (node->relabel.id) {
        arg_node(u->arg, n)->label = node->relabel;
        node->element = NULL;
        node->own = false;
    }
}

// Whose label is new marks its children, when it has them.
static void expand(void *self, NodeId n) {
    Ufo *u = self;
    ufo_expand_node(u, n);
    if (ufo_node(u, n)->marked || ufo_node(u, n)->relabel.id)
        ufo_mark_children(u, n, ufo_node(u, n)->marked);
    ufo_node(u, n)->marked = false;
}

// REFINE asks about the steps out of covered nodes too; but nodes that only they lead to need not be visited.
static bool cover(void *self, NodeId n) {
    Ufo *u = self;
    if (!ufo_is_covered(u, n))
        return false;
    expand(u, n);
    ufo_drop_children(u, n);
    return true;
}

// A pass has come to the error node.
static void end_pass(Ufo *u) {
    ufo_node(u, UFO_ERROR)->marked = false;
    for (NodeId n = ARG_ROOT; n < u->arg->nodes.count; n++)
        ufo_node(u, n)->relabel = (Term){ 0 };
    u->at = 0;
    ufo_graph_check(u);
}

// EXPANDARG, node by node: passes over the graph from the entry to the error, until one leaves that false.
static NodeId next(void *self) {
    Ufo *u = self;
    NodeId n = u->at ? ufo_next(u, u->at) : ufo_pass_start(u);
    ufo_visit(u, n);
    label(u, n);
    u->at = n;
    if (n == UFO_ERROR)
        end_pass(u);
    return n == UFO_ERROR && arg_is_false(u->arg, n) ? 0 : n;
}

// ---- refining ----
static PathAnswer refine(void *self, NodeId n, Claim *claim) {
    Ufo *u = self;
    assert(n == UFO_ERROR);
    (void)n;
    PathAnswer found = ufo_refine(u, claim);
    if (found == PATH_SPURIOUS && u->set.expand == EXPAND_EAGER) {
        unwind_new_graph(&u->w);
        ufo_graph_start(u);
    }
    return found;
}

static void prove(void *self, Claim *claim) {
    Ufo *u = self;
    Procedure *pc = u->proc;
    Reason why;
    if (log_on("check") && !ufo_check(u, &why))
        log_line("check", "ufo: %s", why.text);
    for (uint32_t i = 0; i < pc->graph->points.count; i++) {
        Term holds = i == pc->graph->entry ? pc->initial : ufo_invariant(u, i);
        if (u->w.invariants.count)
            holds = term_and(pc->t, holds, u->w.invariants.at[i]);
        vec_push(&claim->proof.invariants, (Invariant){ pc->graph->points.at[i].loc, holds });
    }
}

static const SearchSteps steps = {
    .next = next, .cover = cover, .expand = expand, .refine = refine, .prove = prove, .record = record
};

// ---- opening and closing ----
static UfoConfig in_force(const UfoConfig *config, const Options *options) {
    UfoConfig set = *config;
    set.post = options->post ? options->post : set.post;
    set.refine = options->refine ? options->refine : set.refine;
    set.expand = options->expand ? options->expand : set.expand;
    set.cover = options->covering ? options->covering : set.cover;
    set.widen_delay = options->widen_delay ? (uint32_t)options->widen_delay : 1;
    return set;
}

static void show_settings(const UfoConfig *set, const Options *options, Reason *out) {
    Options all = unwind_options(options);
    Options shown = { .post = set->post,
                      .refine = set->refine,
                      .expand = set->expand,
                      .covering = set->cover,
                      .widen_delay = set->widen_delay,
                      .block = all.block,
                      .facts = all.facts };
    options_show(&shown, "block facts post refine expand covering widen_delay", out);
}

static bool open(Ufo *u, const UfoConfig *config, const Task *task, Claim *claim) {
    *u = (Ufo){ .set = in_force(config, task->options) };
    show_settings(&u->set, task->options, &claim->settings);
    u->domain = domain_find(u->set.post);
    if (!u->domain) {
        reason_set(&claim->reason, "no domain %s", u->set.post);
        return false;
    }
    if (!strcmp(u->domain->name, "none"))
        u->domain = NULL;
    if (!unwind_open(&u->w, task, ARG_DEPTH_FIRST, false, claim))
        return false;
    u->proc = u->w.proc;
    Procedure *pc = u->proc;
    uint32_t n = pc->graph->points.count;
    u->dag = dag_refiner_new(pc, u->w.refiner);
    if (u->domain)
        u->domain_self = u->domain->open(pc);
    u->pending = base_alloc(n * sizeof *u->pending);
    u->visited = base_alloc(n * sizeof *u->visited);
    u->covers = base_alloc(n * sizeof *u->covers);
    u->followed = base_alloc(n * sizeof *u->followed);
    ufo_graph_start(u);
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
    vec_free(&u->nodes);
    vec_free(&u->order);
    if (u->domain)
        u->domain->close(u->domain_self);
    dag_refiner_free(u->dag);
    unwind_close(&u->w);
}

void ufo_run(const void *config, const Task *task, Claim *claim) {
    Ufo u;
    if (!open(&u, config, task, claim))
        return;
    const Procedure *pc = u.w.proc;
    if (pc->bad[pc->graph->entry])
        procedure_blame(pc, pc->graph->entry, claim);
    else
        search(&u.w, &steps, &u, claim);
    record(&u);
    close(&u);
}
