#include "answer/check_trace.h"
#include "answer/arguments.h"
#include "answer/replay.h"
#include "answer/story_place.h"
#include "base/limits.h"
#include "base/stats.h"
#include "program/edit.h"
#include "program/encode.h"
#include <string.h>

// The sliced program may take far fewer steps than the whole one.
enum { STEPS_PER_EDGE = 1000, LONGEST_PATH = 1 << 22, LONG_RUN = 20000000 };
static const uint64_t LEAST_STEPS = 50000000;

// ---- memory that was never written ----
typedef struct Hints {
    const Answer *answer;
    Map at; // edge and occurrence -> 1 + index
} Hints;

static uint64_t hint_key(EdgeId edge, uint32_t occurrence) {
    return (uint64_t)edge << 32 | occurrence;
}

static bool give_hint(void *context, EdgeId load, uint32_t occurrence, Value *value) {
    const Hints *hints = context;
    uint32_t i = map_find(&hints->at, hint_key(load, occurrence));
    if (i)
        *value = hints->answer->hints.at[i - 1].value;
    return i != 0;
}

// ---- the interpreter ----
static void run_interpreter(const Program *p, const Answer *answer, RunResult *r) {
    Hints hints = { .answer = answer };
    for (uint32_t i = 0; i < answer->hints.count; i++)
        map_put(&hints.at, hint_key(answer->hints.at[i].edge, answer->hints.at[i].occurrence), i + 1);
    RunOptions o = run_options();
    o.inputs = &answer->trace;
    o.then = SOURCE_NONE;
    o.check_choices = true;
    o.max_steps = LEAST_STEPS + STEPS_PER_EDGE * (uint64_t)answer->path.count;
    o.max_path = LONGEST_PATH;
    o.unwritten = give_hint;
    o.unwritten_context = &hints;
    interpret(p, &o, r);
    map_free(&hints.at);
}

// Does a run that accesses the environment's memory depend on where objects are?  Then what it takes for that memory
// may be beside an object: reckoned from its address, with an index far outside.  Elsewhere it is another place.
static bool depends_on_addresses(const Program *p, const RunResult *run) {
    RunResult r;
    RunOptions o = run_options();
    o.inputs = &run->trace;
    o.then = SOURCE_NONE;
    o.elsewhere = true;
    o.max_steps = run->steps + 1;
    o.max_path = LONGEST_PATH;
    interpret(p, &o, &r);
    bool same = r.end == RUN_ERROR && r.steps == run->steps && r.path.count == run->path.count;
    for (uint32_t i = 0; same && i < r.path.count; i++)
        same = r.path.at[i] == run->path.at[i];
    run_result_free(&r);
    return !same;
}

static const char *end_text(const Program *p, const RunResult *r, Arena *arena) {
    const char *file = r->pos.file ? program_text(p, p->files.at[r->pos.file]) : "?";
    return arena_printf(arena, "the interpreter does not reach the error: %s:%u: %s%s%s", file, r->pos.line,
                        run_end_text(r->end), *r->message.text ? ": " : "", r->message.text);
}

// Models of the library assign their variables before they read them, so that values of these are no excuse.
static void note_inputs(const Program *p, const RunResult *r, Judgement *j) {
    for (uint32_t i = 0; i < r->trace.inputs.count; i++) {
        InputKind kind = r->trace.inputs.at[i].kind;
        const char *name = name_text(r->trace.names, r->trace.inputs.at[i].name);
        j->uninitialised |= kind == INPUT_UNINIT && !story_is_of_model(p, r->trace.inputs.at[i].pos);
        j->mismatch |= !strcmp(name, MISSING_ARGUMENT) || !strcmp(name, MISSING_RESULT);
        j->external |= kind == INPUT_EXTERNAL;
        j->library |= kind == INPUT_LIBRARY;
        j->memory |= kind == INPUT_MEMORY;
    }
    j->memory |= run_unwritten(r) > argument_bytes(p, &r->trace);
    j->environment = r->environment != 0;
}

// ---- what cannot be forced on a compiled program ----
static bool takes(const Program *p, const RunResult *r, CmdKind kind) {
    for (uint32_t i = 0; i < r->path.count; i++)
        if (p->edges.at[r->path.at[i]].cmd.kind == kind)
            return true;
    return false;
}

// Addresses differ from run to run, so a pointer means nothing there; but for null and the environment's memory.
static bool takes_pointer(const Program *p, const RunResult *r) {
    const Trace *t = &r->trace;
    uint32_t on_path = 0, next = 0;
    for (uint32_t i = 0; i < r->path.count; i++)
        on_path += p->edges.at[r->path.at[i]].cmd.kind == CMD_INPUT;
    if (on_path > t->inputs.count)
        return false;
    next = t->inputs.count - on_path;
    for (uint32_t i = 0; i < r->path.count; i++) {
        const Cmd *cmd = &p->edges.at[r->path.at[i]].cmd;
        if (cmd->kind != CMD_INPUT)
            continue;
        uint64_t address = t->inputs.at[next].value.lo;
        if (p->vars.at[cmd->var].pointer && address != 0 && !(r->environment && in_environment(address, 1)))
            return true;
        next++;
    }
    return false;
}

// Why the compiled program may do something else; NULL: it may not.
static const char *excuse(const Program *p, const RunResult *r, const Judgement *j, const Replay *replayed,
                          Arena *arena) {
    if (j->uninitialised)
        return "depends on uninitialised variables";
    if (r->trace.schedule.count || takes(p, r, CMD_THREAD_CREATE))
        return "depends on the order in which threads run";
    if (takes(p, r, CMD_HAVOC))
        return "depends on what functions without body write";
    if (replayed->unforced)
        return arena_printf(arena, "depends on a library input (%s)", replayed->unforced);
    if (j->memory)
        return "depends on uninitialised memory";
    if (takes_pointer(p, r))
        return "depends on the value of a pointer";
    return r->steps > LONG_RUN ? "the run is too long" : NULL;
}

static void refute(Judgement *j, const char *reason, const char *detail) {
    j->standing = REFUTED;
    j->reason = reason;
    j->detail = detail;
}

static void judge(const Program *p, const RunResult *r, const Replay *replayed, Judgement *j, Arena *arena) {
    const char *why = excuse(p, r, j, replayed, arena), *said = replayed->said.text;
    const char *did = replayed->ran ? said : arena_printf(arena, "was not run: %s", said);
    j->compiled = replayed->ran;
    j->reached = replayed->reached;
    if (replayed->reached) {
        j->standing = CONFIRMED;
        j->replay = "agrees";
        return;
    }
    j->standing = CONFIRMED_BY_INTERPRETER;
    if (!replayed->ran)
        j->replay = arena_printf(arena, "not run: %s", said);
    else if (why)
        j->replay = arena_printf(arena, "not confirmed: %s", why);
    if (j->mismatch)
        refute(j, "unmodelled: " OTHER_TYPE,
               arena_printf(arena,
                            "the error is reached if what such a call does not hand over is right for it; "
                            "the compiled program %s",
                            did));
    else if (replayed->decided && !strcmp(replayed->decided, ORDER_OF_ADDRESSES))
        refute(j, "unmodelled: where objects lie",
               arena_printf(arena,
                            "the error is reached if objects lie as the run takes them to; the compiled program %s",
                            did));
    else if (replayed->decided)
        refute(j, arena_printf(arena, "unmodelled: result of %s", replayed->decided),
               arena_printf(arena, "the error is reached if %s may return anything; the compiled program %s",
                            replayed->decided, did));
    else if (!j->replay)
        refute(j, "check failed",
               arena_printf(arena, "the interpreter reaches the error, but the compiled program %s", did));
}

static bool write_file(const char *path, const char *text) {
    FILE *out = text ? limits_create(path) : NULL;
    if (!out)
        return false;
    bool good = fputs(text, out) >= 0;
    return fclose(out) == 0 && good;
}

// An engine may follow a run past an access to memory that it knows too little of; such a run
// ends there, and says nothing about what comes behind.
static const char *other_reason(RunEnd end) {
    switch (end) {
    case RUN_TIME_LIMIT:
        return "timeout";
    case RUN_OUT_OF_MEMORY:
        return "memory";
    case RUN_MEMORY_ERROR:
        return "memory error";
    case RUN_UNMODELLED:
        return "unmodelled";
    default:
        return "check failed";
    }
}

void judgement_free(Judgement *j) {
    story_free(&j->story);
}

Judgement check_trace_run(const Program *p, const FrontendInput *in, const Answer *answer, const char *harness,
                          Arena *arena, RunResult *r) {
    Judgement j = { .standing = REFUTED, .reason = "check failed" };
    *r = (RunResult){ 0 };
    if (answer->claim != CLAIM_UNSAFE) {
        j.detail = "the engine does not claim that the error is reached";
        return j;
    }
    run_interpreter(p, answer, r);
    j.end = r->end;
    j.pos = r->pos;
    if (r->end != RUN_ERROR) {
        j.reason = other_reason(r->end);
        j.detail = end_text(p, r, arena);
    } else if (r->environment && depends_on_addresses(p, r)) {
        j.reason = "memory error";
        j.detail = "the interpreter reaches the error only with objects at certain addresses, through a pointer "
                   "that does not point to one";
    } else {
        Replay replayed;
        run_forget_unread(p, r);
        note_inputs(p, r, &j);
        j.reason = NULL;
        stat_set(STAT_replayed_steps, (double)r->steps);
        stat_set(STAT_inputs, r->trace.inputs.count);
        replay(p, in, r, harness ? harness : "harness.c", arena, &replayed);
        judge(p, r, &replayed, &j, arena);
        if (harness && j.standing != REFUTED && write_file(harness, replayed.harness))
            j.harness = harness;
        if (j.standing != REFUTED)
            story_tell(p, in, r, arena, &j.story);
    }
    return j;
}

Judgement check_trace(const Program *p, const FrontendInput *in, const Answer *answer, const char *harness,
                      Arena *arena) {
    RunResult r;
    Judgement j = check_trace_run(p, in, answer, harness, arena, &r);
    run_result_free(&r);
    return j;
}
