#include "engine/whale/iarg.h"
#include "program/digraph.h"

// ---- the call graph ----
static uint32_t number_of(const System *s, const Procedure *proc) {
    return (uint32_t)(proc - s->procs.at);
}

static uint32_t *find_components(const System *s) {
    VecU32 from = { 0 }, to = { 0 };
    uint32_t n;
    for (uint32_t k = 0; k < s->procs.count; k++)
        for (uint32_t i = 0; i < s->procs.at[k].graph->edges.count; i++)
            if (s->procs.at[k].call[i]) {
                vec_push(&from, k);
                vec_push(&to, number_of(s, system_callee(s, s->procs.at[k].call[i])));
            }
    Digraph calls = digraph_new(s->procs.count, from.count, from.at, to.at);
    uint32_t *component = digraph_components(&calls, &n);
    digraph_free(&calls);
    vec_free(&from);
    vec_free(&to);
    return component;
}

// ---- ARGs ----
static ProcArg *arg_at(const IArg *g, ArgId a) {
    assert(a < g->args.count);
    return &g->args.at[a];
}

static ArgId add_arg(IArg *g, uint32_t proc, EdgeId call, uint32_t generation, ArgId parent) {
    ArgId a = g->args.count;
    assert(!a == !call && parent <= a);
    const CutGraph *graph = g->system->procs.at[proc].graph;
    ProcArg arg = { .proc = proc, .call = call, .generation = generation, .parent = parent, .coverer = ARG_NONE };
    for (uint32_t i = 0; i < graph->points.count; i++)
        vec_push(&arg.label, term_true(g->system->t));
    vec_push(&g->args, arg);
    vec_push(&g->queue, a);
    return a;
}

IArg *iarg_new(System *system) {
    assert(system->calls);
    IArg *g = base_alloc(sizeof *g);
    *g = (IArg){ .system = system, .component = find_components(system) };
    add_arg(g, number_of(system, system_entry(system)), 0, 0, 0);
    return g;
}

void iarg_free(IArg *g) {
    if (!g)
        return;
    for (ArgId a = 0; a < g->args.count; a++) {
        free(g->args.at[a].justifies);
        vec_free(&g->args.at[a].label);
    }
    vec_free(&g->args);
    vec_free(&g->queue);
    map_free(&g->of_call);
    free(g->component);
    free(g);
}

const Procedure *iarg_procedure(const IArg *g, ArgId a) {
    return &g->system->procs.at[arg_at(g, a)->proc];
}

bool iarg_is_expanded(const IArg *g, ArgId a) {
    return arg_at(g, a)->justifies != NULL;
}

bool iarg_is_covered(const IArg *g, ArgId a) {
    return arg_at(g, a)->coverer != ARG_NONE;
}

Term iarg_guard(const IArg *g, ArgId a) {
    return arg_at(g, a)->label.at[iarg_procedure(g, a)->graph->entry];
}

Term iarg_summary(const IArg *g, ArgId a) {
    uint32_t exit = iarg_procedure(g, a)->graph->exit;
    return exit == WTO_NONE ? term_true(g->system->t) : arg_at(g, a)->label.at[exit];
}

// ---- operations ----
ArgId iarg_next(IArg *g) {
    return g->next < g->queue.count ? g->queue.at[g->next++] : ARG_NONE;
}

static uint64_t key_of(EdgeId call, uint32_t generation) {
    return (uint64_t)generation << 32 | call;
}

static ArgId justify(IArg *g, ArgId a, EdgeId call) {
    uint32_t callee = number_of(g->system, system_callee(g->system, call));
    bool recursive = g->component[callee] == g->component[arg_at(g, a)->proc];
    uint32_t generation = recursive ? arg_at(g, a)->generation + 1 : 0;
    uint64_t key = key_of(call, generation);
    uint32_t found = map_find(&g->of_call, key);
    if (!found) {
        found = 1 + add_arg(g, callee, call, generation, a);
        map_put(&g->of_call, key, found);
    }
    return found - 1;
}

void iarg_expand(IArg *g, ArgId a) {
    assert(!iarg_is_expanded(g, a) && !iarg_is_covered(g, a));
    const Procedure *proc = iarg_procedure(g, a);
    uint32_t *justifies = base_alloc((proc->graph->edges.count + 1) * sizeof *justifies);
    for (uint32_t i = 0; i < proc->graph->edges.count; i++)
        justifies[i] = proc->call[i] ? justify(g, a, proc->call[i]) : 0;
    arg_at(g, a)->justifies = justifies;
}

void iarg_cover(IArg *g, ArgId a, ArgId by) {
    assert(!iarg_is_expanded(g, a) && iarg_is_expanded(g, by) && by < a);
    assert(arg_at(g, a)->proc == arg_at(g, by)->proc);
    arg_at(g, a)->coverer = by;
}

void iarg_update(IArg *g, ArgId a, const Term labels[]) {
    ProcArg *arg = arg_at(g, a);
    for (uint32_t i = 0; i < arg->label.count; i++) {
        assert(term_is_formula(g->system->t, labels[i]));
        arg->label.at[i] = labels[i];
    }
}

void iarg_clauses(const IArg *g, Clauses *out) {
    VecUnit units = { 0 };
    for (ArgId a = 0; a < g->args.count; a++)
        vec_push(&units, (ClauseUnit){ .proc = iarg_procedure(g, a),
                                       .callee = g->args.at[a].justifies,
                                       .open = !iarg_is_expanded(g, a) });
    clauses_open_units(out, g->system, units.count, units.at);
    vec_free(&units);
}

// ---- looking ----
static void check_calls(const IArg *g, ArgId a) {
    const Procedure *proc = iarg_procedure(g, a);
    for (uint32_t i = 0; i < proc->graph->edges.count && iarg_is_expanded(g, a); i++) {
        if (!proc->call[i])
            continue;
        ArgId callee = arg_at(g, a)->justifies[i];
        if (arg_at(g, callee)->call != proc->call[i])
            bug("iarg_check: ARG %u justifies another call of ARG %u", callee, a);
    }
}

void iarg_check(const IArg *g) {
    if (iarg_procedure(g, 0) != system_entry(g->system))
        bug("iarg_check: ARG 0 is not of the entry function");
    for (ArgId a = 0; a < g->args.count; a++) {
        const ProcArg *arg = arg_at(g, a);
        if (a && map_find(&g->of_call, key_of(arg->call, arg->generation)) != a + 1)
            bug("iarg_check: ARG %u is not the one of its call and generation", a);
        if (a && arg->parent >= a)
            bug("iarg_check: ARG %u is not younger than its parent", a);
        if (arg->label.count != iarg_procedure(g, a)->graph->points.count)
            bug("iarg_check: ARG %u has not a label for each point", a);
        if (arg->coverer != ARG_NONE && (arg->justifies || arg->coverer >= a || !iarg_is_expanded(g, arg->coverer) ||
                                         arg_at(g, arg->coverer)->proc != arg->proc))
            bug("iarg_check: ARG %u cannot be covered by ARG %u", a, arg->coverer);
        check_calls(g, a);
    }
}

static void print_arg(const IArg *g, ArgId a, Text *out) {
    const Procedure *proc = iarg_procedure(g, a);
    text_add(out, "  a%u [label=\"%u: %s, generation %u\\nguard ", a, a,
             name_text(proc->p->names, proc->p->funcs.at[proc->func].name), arg_at(g, a)->generation);
    term_print_dot(g->system->t, iarg_guard(g, a), out);
    text_add(out, "\\nsummary ");
    term_print_dot(g->system->t, iarg_summary(g, a), out);
    text_add(out, "\"%s];\n", iarg_is_expanded(g, a) ? "" : ", style=dashed");
    for (uint32_t i = 0; iarg_is_expanded(g, a) && i < proc->graph->edges.count; i++)
        if (proc->call[i])
            text_add(out, "  a%u -> a%u;\n", a, arg_at(g, a)->justifies[i]);
    if (iarg_is_covered(g, a))
        text_add(out, "  a%u -> a%u [style=dotted, constraint=false];\n", a, arg_at(g, a)->coverer);
}

void iarg_print_dot(const IArg *g, Text *out) {
    text_add(out, "digraph iarg {\n  node [shape=box];\n");
    for (ArgId a = 0; a < g->args.count; a++)
        print_arg(g, a, out);
    text_add(out, "}\n");
}
