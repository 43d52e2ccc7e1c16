// complete.c - completes slices of paths by running the program
#include "engine/tree/complete.h"
#include "logic/smt/smt.h"
#include "program/run/interpret.h"

enum { SLICE_SECONDS = 2, MOST_RUNS = 6, MOST_STEPS = 1000000, LONGEST_PATH = 500000 };

typedef struct Completion {
    const Program *p;
    Claim slice;   // its inputs and edges
    Map inputs_at; // edge and occurrence -> 1 + place in the slice's inputs
} Completion;

// ---- the slice ----
static bool slice_formula(Terms *t, uint32_t n, const Place places[], Term *out) {
    VecTerm parts = { 0 };
    bool smaller = false;
    for (uint32_t i = 0; i <= n; i++) {
        smaller |= !term_same(places[i].loose, places[i].step);
        vec_push(&parts, places[i].loose);
    }
    *out = term_and_n(t, parts.count, parts.at);
    vec_free(&parts);
    return smaller;
}

static Term value(void *smt, Term variable) {
    return smt_value(smt, variable);
}

static bool solve_slice(Completion *c, Procedure *first, uint32_t n, const PathStep steps[], const Place places[]) {
    Term formula;
    if (!slice_formula(first->t, n, places, &formula))
        return false;
    Smt *smt = smt_new(first->t, (SmtLimits){ .seconds = SLICE_SECONDS });
    bool found = smt_solve(smt, formula) == SMT_SAT && path_guess_steps(first, n, steps, places, value, smt, &c->slice);
    smt_free(smt);
    return found;
}

// ---- runs ----
static uint64_t occurrence_key(EdgeId edge, uint32_t occurrence) {
    return (uint64_t)edge << 32 | occurrence;
}

// Which of the slice's inputs is for which occurrence of a command.  Arguments come first.
static void index_inputs(Completion *c) {
    Map taken = { 0 };
    uint32_t next = c->p->funcs.at[c->p->entry].params.count;
    for (uint32_t i = 0; i < c->slice.run.path.count; i++) {
        EdgeId e = c->slice.run.path.at[i];
        if (c->p->edges.at[e].cmd.kind != CMD_INPUT)
            continue;
        uint32_t occurrence = map_find(&taken, e);
        map_put(&taken, e, occurrence + 1);
        map_put(&c->inputs_at, occurrence_key(e, occurrence), ++next);
    }
    map_free(&taken);
}

static void add_input(Trace *out, const Trace *from, const TraceInput *input) {
    trace_add_input(out, input->kind, name_text(from->names, input->name), input->pos, input->type, input->value);
}

// The inputs for a run that asks for them in the order of 'path'.
static void fit_inputs(const Completion *c, const VecU32 *path, Trace *out) {
    const Trace *have = &c->slice.run.trace;
    Map taken = { 0 };
    for (uint32_t i = 0; i < c->p->funcs.at[c->p->entry].params.count; i++)
        add_input(out, have, &have->inputs.at[i]);
    for (uint32_t i = 0; i < path->count; i++) {
        const Edge *edge = &c->p->edges.at[path->at[i]];
        if (edge->cmd.kind != CMD_INPUT)
            continue;
        uint32_t occurrence = map_find(&taken, path->at[i]);
        uint32_t known = map_find(&c->inputs_at, occurrence_key(path->at[i], occurrence));
        map_put(&taken, path->at[i], occurrence + 1);
        if (known)
            add_input(out, have, &have->inputs.at[known - 1]);
        else
            trace_add_input(out, edge->cmd.input, program_text(c->p, edge->cmd.text), edge->pos,
                            value_type(c->p->terms, c->p->vars.at[edge->cmd.var].sort), (Value){ 0 });
    }
    for (uint32_t i = 0; i < have->memory.count; i++)
        trace_set_byte(out, have->memory.at[i].object, have->memory.at[i].offset, have->memory.at[i].byte);
    map_free(&taken);
}

// Objects of the sliced program may have other numbers than those of the program itself,
// so a run that read memory before it was written is not taken.
static bool reaches_error(const RunResult *r, const Trace *given) {
    return r->end == RUN_ERROR && r->trace.memory.count <= given->memory.count && r->path.count < LONGEST_PATH;
}

static void take_run(RunResult *r, Claim *claim) {
    trace_free(&claim->run.trace);
    claim->run.trace = r->trace;
    trace_init(&r->trace);
    claim->run.path.count = 0;
    for (uint32_t i = 0; i < r->path.count; i++)
        vec_push(&claim->run.path, r->path.at[i]);
    claim->kind = CLAIM_UNSAFE;
}

// Each run shows in which order the inputs are asked for along the path that they lead to.
static bool run_slice(Completion *c, Claim *claim) {
    Interpreter *it = interpreter_new(c->p);
    VecU32 path = { 0 };
    bool found = false;
    for (uint32_t i = 0; i < c->slice.run.path.count; i++)
        vec_push(&path, c->slice.run.path.at[i]);
    for (uint32_t runs = 0; runs < MOST_RUNS && !found; runs++) {
        Trace inputs;
        RunResult r;
        RunOptions o = run_options();
        trace_init(&inputs);
        fit_inputs(c, &path, &inputs);
        o.inputs = &inputs;
        o.max_steps = MOST_STEPS;
        o.max_path = LONGEST_PATH;
        interpreter_run(it, &o, &r);
        found = reaches_error(&r, &inputs);
        bool same =
            path.count && r.path.count == path.count && !memcmp(r.path.at, path.at, path.count * sizeof *path.at);
        path.count = 0;
        for (uint32_t i = 0; i < r.path.count; i++)
            vec_push(&path, r.path.at[i]);
        if (found)
            take_run(&r, claim);
        run_result_free(&r);
        trace_free(&inputs);
        if (same)
            break;
    }
    vec_free(&path);
    interpreter_free(it);
    return found;
}

bool complete_path(Procedure *first, uint32_t n, const PathStep steps[], const Place places[], Claim *claim) {
    assert(claim->kind == CLAIM_NOTHING && first == system_entry(first->system));
    Completion c = { .p = first->p };
    claim_init(&c.slice);
    bool found = false;
    if (solve_slice(&c, first, n, steps, places)) {
        index_inputs(&c);
        found = run_slice(&c, claim);
    }
    map_free(&c.inputs_at);
    claim_free(&c.slice);
    return found;
}
