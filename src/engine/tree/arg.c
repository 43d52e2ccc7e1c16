// arg.c - nodes, covers and labels of an abstract reachability graph
//
// Whether a node is live depends on its coverers and on the nodes above it.
// Each node counts its edges in from nodes that are live and not false; a change is passed on along
// the edges out and to the nodes that lose a coverer.  Both lead from a node
// to younger ones, so the passing on ends.
#include "engine/tree/arg.h"

Arg *arg_new(Terms *t, const CutGraph *graph, const bool bad[], Term initial, ArgOrder order, ArgImplies implies,
             void *context) {
    assert(initial.id && implies && graph->entry < graph->points.count);
    Arg *arg = base_alloc(sizeof *arg);
    *arg = (Arg){ .t = t, .graph = graph, .bad = bad, .order = order, .implies = implies, .context = context };
    arg->at = base_alloc(graph->points.count * sizeof *arg->at);
    vec_resize(&arg->nodes, 2);
    ArgNode *root = &arg->nodes.at[ARG_ROOT];
    root->point = graph->entry;
    root->label = initial;
    root->live = true;
    root->passes = term_op(t, initial) != OP_FALSE;
    vec_push(&arg->at[graph->entry], ARG_ROOT);
    arg->stats.nodes = 1;
    arg_wait(arg, ARG_ROOT);
    return arg;
}

void arg_free(Arg *arg) {
    if (!arg)
        return;
    for (uint32_t i = 0; i < arg->nodes.count; i++) {
        vec_free(&arg->nodes.at[i].in);
        vec_free(&arg->nodes.at[i].out);
        vec_free(&arg->nodes.at[i].coverers);
        vec_free(&arg->nodes.at[i].covers);
    }
    for (uint32_t i = 0; i < arg->graph->points.count; i++)
        vec_free(&arg->at[i]);
    free(arg->at);
    vec_free(&arg->nodes);
    vec_free(&arg->edges);
    vec_free(&arg->waiting);
    vec_free(&arg->urgent);
    vec_free(&arg->changed);
    free(arg);
}

bool arg_is_error(const Arg *arg, NodeId n) {
    assert(arg_has_node(arg, n));
    uint32_t point = arg_node(arg, n)->point;
    return point == WTO_NONE || (arg->bad ? arg->bad[point] : point == arg->graph->error);
}

bool arg_is_false(const Arg *arg, NodeId n) {
    return term_op(arg->t, arg_node(arg, n)->label) == OP_FALSE;
}

bool arg_is_live(const Arg *arg, NodeId n) {
    return arg_node(arg, n)->live;
}

// ---- live nodes ----
static void drop(VecU32 *list, uint32_t x) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i] != x)
            list->at[kept++] = list->at[i];
    list->count = kept;
}

static void clear_cover(Arg *arg, NodeId n) {
    ArgNode *node = arg_node(arg, n);
    for (uint32_t i = 0; i < node->coverers.count; i++)
        drop(&arg_node(arg, node->coverers.at[i])->covers, n);
    node->coverers.count = 0;
    arg->stats.uncovered++;
}

static void set_passes(Arg *arg, NodeId n, bool passes) {
    ArgNode *node = arg_node(arg, n);
    node->passes = passes;
    for (uint32_t i = 0; i < node->out.count; i++) {
        NodeId child = arg->edges.at[node->out.at[i]].to;
        arg_node(arg, child)->ways += passes ? 1u : (uint32_t)-1;
        vec_push(&arg->changed, child);
    }
}

static void set_live(Arg *arg, NodeId n, bool live) {
    ArgNode *node = arg_node(arg, n);
    node->live = live;
    if (live && !node->expanded)
        arg_wait(arg, n);
    while (!live && node->covers.count) {
        NodeId covered = vec_last(&node->covers);
        clear_cover(arg, covered);
        vec_push(&arg->changed, covered);
    }
}

// Brings 'live' and 'passes' up to date, from this node on.
static void update(Arg *arg, NodeId first) {
    vec_push(&arg->changed, first);
    while (arg->changed.count) {
        NodeId n = vec_pop(&arg->changed);
        ArgNode *node = arg_node(arg, n);
        assert(node->ways <= node->in.count || node->removed);
        bool live = (n == ARG_ROOT || node->ways) && !node->coverers.count && !node->removed;
        bool passes = live && !arg_is_false(arg, n);
        if (passes != node->passes)
            set_passes(arg, n, passes);
        if (live != node->live)
            set_live(arg, n, live);
    }
}

// ---- growing ----
void arg_wait(Arg *arg, NodeId n) {
    vec_push(arg_is_error(arg, n) ? &arg->urgent : &arg->waiting, n);
}

static NodeId take(Arg *arg) {
    if (arg->urgent.count)
        return vec_pop(&arg->urgent);
    if (arg->order == ARG_DEPTH_FIRST)
        return arg->waiting.count ? vec_pop(&arg->waiting) : 0;
    return arg->served < arg->waiting.count ? arg->waiting.at[arg->served++] : 0;
}

NodeId arg_next(Arg *arg) {
    NodeId n;
    while ((n = take(arg)))
        if (arg_is_live(arg, n) && !arg_node(arg, n)->expanded && !arg_is_false(arg, n))
            return n;
    return 0;
}

NodeId arg_add_node(Arg *arg, uint32_t point, Term label) {
    assert(point == WTO_NONE || point < arg->graph->points.count);
    assert(label.id);
    NodeId n = arg->nodes.count;
    ArgNode *node = vec_add(&arg->nodes);
    node->point = point;
    node->label = label;
    if (point != WTO_NONE)
        vec_push(&arg->at[point], n);
    arg->stats.nodes++;
    return n;
}

uint32_t arg_add_edge(Arg *arg, NodeId from, NodeId to, uint32_t cut) {
    assert(arg_has_node(arg, from) && arg_has_node(arg, to) && from != to);
    assert(arg->graph->edges.at[cut].from == arg_node(arg, from)->point);
    assert(arg_node(arg, to)->point == WTO_NONE || arg->graph->edges.at[cut].to == arg_node(arg, to)->point);
    uint32_t edge = arg->edges.count;
    vec_push(&arg->edges, (ArgEdge){ from, to, cut });
    vec_push(&arg_node(arg, from)->out, edge);
    vec_push(&arg_node(arg, to)->in, edge);
    return edge;
}

void arg_join(Arg *arg, NodeId from, NodeId to, uint32_t cut) {
    assert(from < to); // so that 'update' ends
    arg_add_edge(arg, from, to, cut);
    arg_node(arg, to)->ways += arg_node(arg, from)->passes;
    update(arg, to);
}

NodeId arg_child(Arg *arg, NodeId n, uint32_t cut, Term label) {
    assert(arg_has_node(arg, n) && cut < arg->graph->edges.count);
    NodeId child = arg_add_node(arg, arg->graph->edges.at[cut].to, label);
    arg_node(arg, child)->depth = arg_node(arg, n)->depth + 1;
    arg_join(arg, n, child, cut);
    return child;
}

const VecU32 *arg_cuts(const Arg *arg, NodeId n) {
    assert(arg_has_node(arg, n) && arg_node(arg, n)->point != WTO_NONE);
    return &arg->graph->points.at[arg_node(arg, n)->point].out;
}

void arg_set_expanded(Arg *arg, NodeId n) {
    assert(arg_has_node(arg, n));
    arg_node(arg, n)->expanded = true;
    arg->stats.expanded++;
}

static void remove_node(Arg *arg, NodeId n) {
    ArgNode *node = arg_node(arg, n);
    if (node->coverers.count)
        clear_cover(arg, n);
    node->removed = true;
    node->in.count = node->out.count = 0;
    drop(&arg->at[node->point], n);
    update(arg, n);
    arg->stats.removed++;
}

void arg_remove_below(Arg *arg, NodeId n) {
    assert(arg_has_node(arg, n));
    VecU32 below = { 0 };
    vec_push(&below, n);
    for (uint32_t i = 0; i < below.count; i++) {
        const ArgNode *node = arg_node(arg, below.at[i]);
        for (uint32_t k = 0; k < node->out.count; k++)
            vec_push(&below, arg->edges.at[node->out.at[k]].to);
    }
    arg_node(arg, n)->out.count = 0;
    for (uint32_t i = below.count; i-- > 1;)
        remove_node(arg, below.at[i]);
    vec_free(&below);
    arg_node(arg, n)->expanded = false;
    if (arg_is_live(arg, n))
        arg_wait(arg, n);
}

// ---- covering ----
static bool ask(Arg *arg, Term strong, Term weak) {
    arg->stats.questions++;
    return arg->implies(arg->context, strong, weak);
}

static Term labels_of(const Arg *arg, const VecU32 *nodes) {
    VecTerm labels = { 0 };
    for (uint32_t i = 0; i < nodes->count; i++)
        vec_push(&labels, arg_node(arg, nodes->at[i])->label);
    Term all = term_or_n(arg->t, labels.count, labels.at);
    vec_free(&labels);
    return all;
}

static void cover(Arg *arg, NodeId n, const VecU32 *coverers) {
    for (uint32_t i = 0; i < coverers->count; i++) {
        vec_push(&arg_node(arg, n)->coverers, coverers->at[i]);
        vec_push(&arg_node(arg, coverers->at[i])->covers, n);
    }
    arg->stats.covered++;
    update(arg, n);
}

bool arg_may_cover(const Arg *arg, NodeId n, NodeId coverer) {
    assert(arg_has_node(arg, n) && arg_has_node(arg, coverer));
    return coverer < n && arg_is_live(arg, coverer) && arg_is_live(arg, n) &&
           arg_node(arg, n)->point == arg_node(arg, coverer)->point;
}

void arg_cover_with(Arg *arg, NodeId n, const VecU32 *coverers) {
    assert(coverers->count && !arg_node(arg, n)->coverers.count);
    for (uint32_t i = 0; i < coverers->count; i++)
        assert(arg_may_cover(arg, n, coverers->at[i]));
    cover(arg, n, coverers);
}

bool arg_cover_by(Arg *arg, NodeId n, NodeId coverer) {
    if (!arg_may_cover(arg, n, coverer) || !ask(arg, arg_node(arg, n)->label, arg_node(arg, coverer)->label))
        return false;
    cover(arg, n, &(VecU32){ .at = &coverer, .count = 1 });
    return true;
}

// By a node that is expanded, or is not, if its label is not false.
static bool cover_by_one(Arg *arg, NodeId n, NodeId old, bool expanded) {
    return arg_node(arg, old)->expanded == expanded && !arg_is_false(arg, old) && arg_cover_by(arg, n, old);
}

// Expanded nodes stay live as a rule; of them the youngest is most alike.  Leaves may be covered themselves,
// which uncovers what they cover: taking the oldest keeps many that cover each other from changing covers over and over
// (the youngest first, that takes as many steps as the towers of Hanoi).
bool arg_cover(Arg *arg, NodeId n) {
    assert(arg_has_node(arg, n));
    const VecU32 *at = &arg->at[arg_node(arg, n)->point];
    for (uint32_t i = at->count; i-- > 0;)
        if (cover_by_one(arg, n, at->at[i], true))
            return true;
    for (uint32_t i = 0; i < at->count && at->at[i] < n; i++)
        if (cover_by_one(arg, n, at->at[i], false))
            return true;
    return false;
}

void arg_uncover(Arg *arg, NodeId n) {
    assert(arg_has_node(arg, n));
    if (!arg_node(arg, n)->coverers.count)
        return;
    clear_cover(arg, n);
    update(arg, n);
}

// ---- labels ----
void arg_strengthen(Arg *arg, NodeId n, Term fact) {
    assert(arg_has_node(arg, n) && fact.id);
    assert(n != ARG_ROOT); // its label is that of the initial states
    Term label = term_and(arg->t, arg_node(arg, n)->label, fact);
    if (term_same(label, arg_node(arg, n)->label))
        return;
    VecU32 covered = { 0 };
    arg_node(arg, n)->label = label;
    arg->stats.strengthened++;
    update(arg, n);
    const VecU32 *covers = &arg_node(arg, n)->covers;
    for (uint32_t i = 0; i < covers->count; i++)
        vec_push(&covered, covers->at[i]);
    for (uint32_t i = 0; i < covered.count; i++) {
        ArgNode *other = arg_node(arg, covered.at[i]);
        if (other->coverers.count && !ask(arg, other->label, labels_of(arg, &other->coverers)))
            arg_uncover(arg, covered.at[i]);
    }
    vec_free(&covered);
}

// ---- looking ----
NodeId arg_parent(const Arg *arg, NodeId n) {
    const ArgNode *node = arg_node(arg, n);
    return node->in.count ? arg->edges.at[node->in.at[0]].from : 0;
}

uint32_t arg_cut_into(const Arg *arg, NodeId n) {
    assert(arg_has_node(arg, n) && arg_node(arg, n)->in.count);
    return arg->edges.at[arg_node(arg, n)->in.at[0]].cut;
}

void arg_path(const Arg *arg, NodeId n, VecU32 *nodes) {
    vec_resize(nodes, arg_node(arg, n)->depth + 1);
    for (uint32_t i = nodes->count; i-- > 0; n = arg_parent(arg, n))
        nodes->at[i] = n;
    assert(nodes->at[0] == ARG_ROOT);
}

NodeId arg_common(const Arg *arg, NodeId a, NodeId b) {
    while (a != b) {
        if (a > b)
            a = arg_parent(arg, a);
        else
            b = arg_parent(arg, b);
    }
    return a;
}

// ---- out of a finished graph ----
static Term live_labels(const Arg *arg, uint32_t point) {
    VecU32 live = { 0 };
    for (uint32_t i = 0; i < arg->at[point].count; i++)
        if (arg_is_live(arg, arg->at[point].at[i]))
            vec_push(&live, arg->at[point].at[i]);
    Term all = labels_of(arg, &live);
    vec_free(&live);
    return all;
}

void arg_invariants(const Arg *arg, Claim *claim) {
    for (uint32_t i = 0; i < arg->graph->points.count; i++)
        vec_push(&claim->proof.invariants, (Invariant){ arg->graph->points.at[i].loc, live_labels(arg, i) });
}

void arg_print_dot(const Arg *arg, Text *out) {
    text_add(out, "digraph arg {\n  node [shape=box];\n");
    for (NodeId n = 1; n < arg->nodes.count; n++) {
        const ArgNode *node = arg_node(arg, n);
        if (node->removed)
            continue;
        text_add(out, "  n%u [label=\"%u: L%u\\n", n, n, arg->graph->points.at[node->point].loc);
        term_print_dot(arg->t, node->label, out);
        text_add(out, "\"%s];\n", node->live ? "" : ", style=dashed");
        for (uint32_t i = 0; i < node->out.count; i++)
            text_add(out, "  n%u -> n%u;\n", n, arg->edges.at[node->out.at[i]].to);
        for (uint32_t i = 0; i < node->coverers.count; i++)
            text_add(out, "  n%u -> n%u [style=dotted, constraint=false];\n", n, node->coverers.at[i]);
    }
    text_add(out, "}\n");
}

// ---- the check ----
static bool check_live(const Arg *arg, NodeId n, Reason *why) {
    const ArgNode *node = arg_node(arg, n);
    uint32_t ways = 0;
    for (uint32_t i = 0; i < node->in.count; i++)
        ways += arg_node(arg, arg->edges.at[node->in.at[i]].from)->passes;
    bool live = (n == ARG_ROOT || ways) && !node->coverers.count && !node->removed;
    bool good = ways == node->ways && live == node->live && node->passes == (live && !arg_is_false(arg, n));
    if (!good)
        reason_set(why, "node %u: live where it should not be, or the reverse", n);
    return good;
}

static bool check_coverers(const Arg *arg, NodeId n, Reason *why) {
    const VecU32 *coverers = &arg_node(arg, n)->coverers;
    for (uint32_t i = 0; i < coverers->count; i++) {
        NodeId m = coverers->at[i];
        if (m < n && arg_is_live(arg, m) && arg_node(arg, m)->point == arg_node(arg, n)->point)
            continue;
        reason_set(why, "node %u: node %u must not cover it", n, m);
        return false;
    }
    return true;
}

static bool check_cover(const Arg *arg, NodeId n, Reason *why) {
    const VecU32 *coverers = &arg_node(arg, n)->coverers;
    if (!coverers->count || arg->implies(arg->context, arg_node(arg, n)->label, labels_of(arg, coverers)))
        return true;
    reason_set(why, "node %u: its label does not imply those of its coverers", n);
    return false;
}

static bool has_edge_for(const Arg *arg, const ArgNode *node, uint32_t cut) {
    for (uint32_t i = 0; i < node->out.count; i++)
        if (arg->edges.at[node->out.at[i]].cut == cut)
            return true;
    return false;
}

static bool check_complete(const Arg *arg, NodeId n, Reason *why) {
    const ArgNode *node = arg_node(arg, n);
    if (arg_is_false(arg, n))
        return true;
    bool complete = node->expanded && !arg_is_error(arg, n);
    const VecU32 *cuts = &arg->graph->points.at[node->point].out;
    for (uint32_t i = 0; complete && i < cuts->count; i++)
        complete = has_edge_for(arg, node, cuts->at[i]);
    if (!complete)
        reason_set(why, "node %u: not expanded, or at the error", n);
    return complete;
}

static bool check_steps(const Arg *arg, NodeId n, ArgStep step, void *context, Reason *why) {
    const ArgNode *node = arg_node(arg, n);
    for (uint32_t i = 0; i < node->out.count; i++) {
        ArgEdge edge = arg->edges.at[node->out.at[i]];
        if (step(context, edge.cut, node->label, arg_node(arg, edge.to)->label))
            continue;
        reason_set(why, "node %u: the step to node %u does not imply its label", n, edge.to);
        return false;
    }
    return true;
}

bool arg_check_structure(const Arg *arg, bool complete, Reason *why) {
    for (NodeId n = 1; n < arg->nodes.count; n++) {
        const ArgNode *node = arg_node(arg, n);
        if (node->removed)
            continue;
        if (!check_live(arg, n, why) || !check_coverers(arg, n, why))
            return false;
        if (node->passes && complete && !check_complete(arg, n, why))
            return false;
    }
    return true;
}

bool arg_check(const Arg *arg, Term initial, bool complete, ArgStep step, void *context, Reason *why) {
    if (!arg_is_live(arg, ARG_ROOT) || !arg->implies(arg->context, initial, arg_node(arg, ARG_ROOT)->label)) {
        reason_set(why, "the root does not hold the initial states");
        return false;
    }
    if (!arg_check_structure(arg, complete, why))
        return false;
    for (NodeId n = 1; n < arg->nodes.count; n++) {
        const ArgNode *node = arg_node(arg, n);
        if (!node->removed && !check_cover(arg, n, why))
            return false;
        if (node->passes && step && !check_steps(arg, n, step, context, why))
            return false;
    }
    return true;
}
