#include "engine/of_threads.h"
#include "program/run/interpret.h"

enum { LONGEST_PATH = 1 << 22 };

// ---- the run on the product ----
typedef struct Hints {
    const Counterexample *run;
    Map at; // edge and occurrence -> 1 + index
} Hints;

static uint64_t hint_key(EdgeId load, uint32_t occurrence) {
    return (uint64_t)load << 32 | occurrence;
}

static bool give_hint(void *context, EdgeId load, uint32_t occurrence, Value *value) {
    const Hints *hints = context;
    uint32_t i = map_find(&hints->at, hint_key(load, occurrence));
    if (i)
        *value = hints->run->hints.at[i - 1].value;
    return i != 0;
}

static bool repeat(const Program *product, const Counterexample *run, RunResult *result) {
    Hints hints = { .run = run };
    for (uint32_t i = 0; i < run->hints.count; i++)
        map_put(&hints.at, hint_key(run->hints.at[i].edge, run->hints.at[i].occurrence), i + 1);
    RunOptions o = run_options();
    o.inputs = &run->trace;
    o.max_path = LONGEST_PATH;
    o.unwritten = give_hint;
    o.unwritten_context = &hints;
    interpret(product, &o, result);
    map_free(&hints.at);
    return result->end == RUN_ERROR && result->path.count < LONGEST_PATH;
}

// ---- the same run of the threads ----
static void inputs_of_threads(const RunResult *result, Trace *out) {
    const Trace *from = &result->trace;
    for (uint32_t i = 0; i < from->inputs.count; i++) {
        const TraceInput *input = &from->inputs.at[i];
        const char *name = name_text(from->names, input->name);
        if (strcmp(name, INTERLEAVE_CHOICE) != 0)
            trace_add_input(out, input->kind, name, input->pos, input->type, input->value);
    }
}

// Goes along the path of the product: steps give the schedule and the path; how often a load was taken before counts
// all its copies.
static void steps_of_threads(const Interleaving *threads, const RunResult *result, const Counterexample *old,
                             Counterexample *out) {
    Hints hints = { .run = old };
    Map copies = { 0 }, taken = { 0 }; // edge -> how often so far
    for (uint32_t i = 0; i < old->hints.count; i++)
        map_put(&hints.at, hint_key(old->hints.at[i].edge, old->hints.at[i].occurrence), i + 1);
    for (uint32_t i = 0; i < result->path.count; i++) {
        EdgeId copy = result->path.at[i];
        uint32_t thread = 0;
        EdgeId edge = interleaving_step(threads, copy, &thread);
        Value value;
        if (!edge)
            continue;
        vec_push(&out->path, edge);
        trace_add_turn(&out->trace, thread, 1);
        if (give_hint(&hints, copy, map_find(&copies, copy), &value))
            vec_push(&out->hints, (LoadHint){ edge, map_find(&taken, edge), value });
        map_put(&copies, copy, map_find(&copies, copy) + 1);
        map_put(&taken, edge, map_find(&taken, edge) + 1);
    }
    map_free(&copies);
    map_free(&taken);
    map_free(&hints.at);
}

// The two accesses of a race are the last steps.  Where the first one is in an atomic section its thread does not stop
// there: the other access comes before the section then.
static void order_race(const Program *p, Counterexample *run) {
    VEC(uint32_t) of = { 0 }; // the thread of each step
    for (uint32_t i = 0; i < run->trace.schedule.count; i++)
        for (uint64_t k = 0; k < run->trace.schedule.at[i].edges; k++)
            vec_push(&of, run->trace.schedule.at[i].thread);
    uint32_t n = run->path.count, open = 0, begin = 0;
    assert(of.count == n);
    for (uint32_t i = 0; i + 1 < n; i++) {
        CmdKind kind = p->edges.at[run->path.at[i]].cmd.kind;
        if (of.at[i] != of.at[n - 2])
            continue;
        if (kind == CMD_ATOMIC_BEGIN && !open++)
            begin = i;
        open -= kind == CMD_ATOMIC_END && open;
    }
    if (open) {
        EdgeId edge = run->path.at[n - 1];
        uint32_t thread = of.at[n - 1];
        for (uint32_t i = n - 1; i > begin; i--) {
            run->path.at[i] = run->path.at[i - 1];
            of.at[i] = of.at[i - 1];
        }
        run->path.at[begin] = edge;
        of.at[begin] = thread;
        run->trace.schedule.count = 0;
        for (uint32_t i = 0; i < n; i++)
            trace_add_turn(&run->trace, of.at[i], 1);
    }
    vec_free(&of);
}

static void run_of_threads(Claim *claim, const Interleaving *threads) {
    RunResult result;
    Counterexample run = { 0 };
    trace_init(&run.trace);
    if (repeat(interleaving_program(threads), &claim->run, &result)) {
        inputs_of_threads(&result, &run.trace);
        steps_of_threads(threads, &result, &claim->run, &run);
        const Program *p = interleaving_original(threads);
        if (!p->races_meet && run.path.count > 1 && p->edges.at[vec_last(&run.path)].cmd.kind == CMD_ACCESS)
            order_race(p, &run);
    } else {
        claim->kind = CLAIM_NOTHING;
        reason_set(&claim->reason, "check failed");
        reason_set(&claim->detail, "the run of the product of all threads could not be repeated: %s",
                   run_end_text(result.end));
    }
    run_result_free(&result);
    trace_free(&claim->run.trace);
    vec_free(&claim->run.hints);
    vec_free(&claim->run.path);
    claim->run = run;
}

void claim_of_threads(Claim *claim, const Interleaving *threads) {
    assert(threads && !claim->proof.interleaved);
    claim->followed.count = 0; // they are about copies of variables
    if (claim->kind == CLAIM_SAFE)
        claim->proof.interleaved = true;
    if (claim->kind == CLAIM_UNSAFE)
        run_of_threads(claim, threads);
}
