#include "answer/check/check_trace.h"
#include "answer/replay/replay.h"
#include "answer/replay/unforced.h"
#include "answer/story/story.h"
#include "base/limits.h"
#include "base/stats.h"
#include "program/edit.h"
#include "program/step/encode.h"
#include <string.h>

// The sliced program may take far fewer steps than the whole one.
enum { STEPS_PER_EDGE = 1000, LONGEST_PATH = 1 << 22, LONG_RUN = 20000000 };
static const uint64_t LEAST_STEPS = 50000000;
// Inputs by rules: the interpreter runs so far, or until so many inputs were taken; what is longer is for the program
// written in C (emit.h), and so are more inputs than a harness can list.
static const uint64_t RULED_STEPS = 20000000, RULED_MEMORY = 1 << 26;
enum { MOST_LISTED = 5000, INPUTS_TOLD = 16 };

// ---- memory that was never written ----
typedef struct Hints {
    const Claim *claim;
    Map at; // edge and occurrence -> 1 + index
} Hints;

static uint64_t hint_key(EdgeId edge, uint32_t occurrence) {
    return (uint64_t)edge << 32 | occurrence;
}

static bool give_hint(void *context, EdgeId load, uint32_t occurrence, Value *value) {
    const Hints *hints = context;
    uint32_t i = map_find(&hints->at, hint_key(load, occurrence));
    if (i)
        *value = hints->claim->run.hints.at[i - 1].value;
    return i != 0;
}

// ---- the interpreter ----
static void run_interpreter(const Program *p, const Claim *claim, RunResult *r) {
    assert(claim->kind == CLAIM_UNSAFE);
    Hints hints = { .claim = claim };
    for (uint32_t i = 0; i < claim->run.hints.count; i++)
        map_put(&hints.at, hint_key(claim->run.hints.at[i].edge, claim->run.hints.at[i].occurrence), i + 1);
    RunOptions o = run_options();
    Ruled ruled = { 0 };
    o.then = SOURCE_NONE;
    o.check_choices = true;
    o.max_steps = LEAST_STEPS + STEPS_PER_EDGE * (uint64_t)claim->run.path.count;
    o.max_path = LONGEST_PATH;
    o.unwritten = give_hint;
    o.unwritten_context = &hints;
    if (claim->run.ruled && !emit_trouble(p, &claim->run.rules)) {
        o.max_steps = RULED_STEPS;
        o.max_memory = RULED_MEMORY;
    } else if (claim->run.ruled)
        o.max_steps = UINT64_MAX;
    if (claim->run.ruled)
        ruled_open(&ruled, p, &claim->run.rules, &o);
    else
        o.inputs = &claim->run.trace;
    interpret(p, &o, r);
    ruled_close(&ruled);
    map_free(&hints.at);
}

// Where the run reaches the error as well with a library that does what it usually does, that run takes its place: it
// can be had from the compiled program.
static void prefer_usual(const Program *p, RunResult *run) {
    assert(run->end == RUN_ERROR);
    RunResult usual;
    VEC(Value) before = { 0 };
    bool any = false;
    for (uint32_t i = 0; i < run->trace.inputs.count; i++) {
        TraceInput *input = &run->trace.inputs.at[i];
        vec_push(&before, input->value);
        any |= unforced_is_unusual(&run->trace, input);
        if (unforced_is_unusual(&run->trace, input))
            input->value = (Value){ 0 };
    }
    if (any) {
        RunOptions o = run_options();
        o.inputs = &run->trace;
        o.then = SOURCE_NONE;
        o.check_choices = true;
        o.max_steps = run->steps + LEAST_STEPS;
        o.max_path = LONGEST_PATH;
        interpret(p, &o, &usual);
        bool same = usual.end == RUN_ERROR;
        for (uint32_t i = 0; i < before.count && !same; i++)
            run->trace.inputs.at[i].value = before.at[i];
        run_result_free(same ? run : &usual);
        if (same)
            *run = usual;
    }
    vec_free(&before);
}

// Does a run that accesses the environment's memory depend on where objects are?  Then what it takes for that memory
// may be beside an object: reckoned from its address, with an index far outside.  Elsewhere it is another place.
static bool depends_on_addresses(const Program *p, const RunResult *run) {
    assert(run->end == RUN_ERROR && run->environment);
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
    const char *kept = r->kept
                           ? arena_printf(arena, "; '%s' was not handed out where a function without body is called",
                                          program_text(p, p->objects.at[r->kept].name))
                           : "";
    return arena_printf(arena, "the interpreter does not reach the error: %s:%u: %s%s%s%s", file, r->pos.line,
                        run_end_text(r->end), *r->message.text ? ": " : "", r->message.text, kept);
}

static void refute(Judgement *j, const char *reason, const char *detail) {
    assert(*reason && *detail);
    j->standing = REFUTED;
    j->reason = reason;
    j->detail = detail;
}

// The compiled program was not run, or did something else, and what decided is not the program's own input.
static void judge_unforced(const Unforced *u, const char *did, Judgement *j, Arena *arena) {
    assert(u->decided && *did);
    if (!strcmp(u->decided, MISSING_ARGUMENT) || !strcmp(u->decided, MISSING_RESULT))
        refute(j, "unmodelled: " OTHER_TYPE,
               arena_printf(arena,
                            "the error is reached if what such a call does not hand over is right for it; "
                            "the compiled program %s",
                            did));
    else if (!strcmp(u->decided, ORDER_OF_ADDRESSES))
        refute(j, "unmodelled: where objects lie",
               arena_printf(arena,
                            "the error is reached if objects lie as the run takes them to; the compiled program %s",
                            did));
    else
        refute(j, arena_printf(arena, "unmodelled: result of %s", u->decided),
               arena_printf(arena, "the error is reached if %s may return anything; the compiled program %s",
                            u->decided, did));
}

// AddressSanitizer knows what many functions of the library read and write, but not these.
static bool is_looked_into(const char *library) {
    static const char *const not_looked_into[] = {
        "output", // of what a '*' says
        "fread",  // more than there is to read
        "bcopy",   "explicit_bzero", "memccpy", "mbtowc",  "rawmemchr", "rindex",  "stpcpy",   "stpncpy",
        "strcoll", "strlcat",        "strlcpy", "strsep",  "strtod",    "strtof",  "strtok_r", "strtold",
        "strxfrm", "swab",           "wcschr",  "wcscmp",  "wcscpy",    "wcsncmp", "wcsncpy",  "wcsrchr",
        "wcsstr",  "wmemchr",        "wmemcmp", "wmemcpy", "wmemmove",  "wmemset", "lsearch",  "lfind",
        "bsearch", "qsort_r",        "wctomb",  "mblen",   "__strtok_r"
    };
    for (size_t i = 0; i < COUNT(not_looked_into); i++)
        if (!strcmp(library, not_looked_into[i]))
            return false;
    return true;
}

// Why the compiled program may not show the violation; NULL: it does.  It has forbidden bytes around objects, but what
// is behind them may be another object.
static const char *unseen(const Program *p, const RunResult *r, const Replay *replayed) {
    enum { FORBIDDEN = 16 };
    if (p->goals.at[p->edges.at[r->edge].cmd.goal].kind == GOAL_UNSET)
        return "a variable that was given none has some value there";
    if (p->goals.at[p->edges.at[r->edge].cmd.goal].kind == GOAL_LIBRARY)
        return "the library does not look at its arguments";
    if (p->goals.at[p->edges.at[r->edge].cmd.goal].kind == GOAL_UNDEFINED)
        return "behind such a place it may do anything";
    if (!replayed->checked)
        return NULL;
    if (p->goals.at[p->edges.at[r->edge].cmd.goal].kind >= GOAL_TRACKED)
        return "what is left on its heap is not looked at";
    const char *library = story_library(p, r);
    if (library && !is_looked_into(library))
        return "AddressSanitizer does not look into this function of the library";
    if (r->stale)
        return "AddressSanitizer may not see variables of functions that have returned, and of blocks that begin again";
    return r->beyond > FORBIDDEN ? "AddressSanitizer does not see accesses so far outside an object" : NULL;
}

// A place that 'hone test' asks for, not a violation?
static bool is_place(const Program *p, const RunResult *r) {
    return p->goals.at[p->edges.at[r->edge].cmd.goal].kind == GOAL_COVER;
}

static void judge(const Program *p, const RunResult *r, const Replay *replayed, Judgement *j, Arena *arena) {
    assert(r->end == RUN_ERROR && (!replayed->reached || replayed->ran));
    const Unforced *u = &replayed->unforced;
    const char *said = replayed->said.text, *why = u->open;
    const char *did = replayed->ran ? said : arena_printf(arena, "was not run: %s", said);
    if (!why && r->steps > LONG_RUN)
        why = "the run is too long";
    if (!why)
        why = unseen(p, r, replayed);
    j->compiled = replayed->ran;
    j->reached = replayed->reached;
    j->standing = CONFIRMED_BY_INTERPRETER;
    if (replayed->reached) {
        j->standing = CONFIRMED;
        j->replay = replayed->checked ? "agrees (AddressSanitizer)" : "agrees";
    } else if (replayed->no_time && (!replayed->ran || !why))
        refute(j, "timeout", "the interpreter reaches the error, but no time is left to run the compiled program");
    else if (u->decided)
        judge_unforced(u, did, j, arena);
    else if (!replayed->ran && u->open && !is_place(p, r) && // a test is made of it, and run as such
             !(u->order_only && program_has_interrupts(p)))  // no compiled program could show when interrupts come
        refute(j, "not confirmed",
               arena_printf(arena, "the interpreter reaches the error, but the run %s, and the compiled program %s",
                            u->open, did));
    else if (!replayed->ran)
        j->replay = arena_printf(arena, "not run: %s", said);
    else if (why)
        j->replay = arena_printf(arena, "not confirmed: %s", why);
    else
        refute(j, "check failed",
               arena_printf(arena, "the interpreter reaches the error, but the compiled program %s", did));
}

// 'doubt': why the harness may not reach the error, or NULL.
static bool write_harness(const char *path, const char *text, const char *doubt) {
    FILE *out = text ? limits_create(path) : NULL;
    if (!out)
        return false;
    if (doubt)
        fprintf(out, "// This may not reach the error.  Compiled program %s.\n//\n", doubt);
    bool good = fputs(text, out) >= 0;
    return fclose(out) == 0 && good;
}

// An engine may follow a run past an access to memory that it knows too little of; such a run
// ends there, and says nothing about what comes behind.
static const char *other_reason(const Program *p, const RunResult *r) {
    switch (r->end) {
    case RUN_TIME_LIMIT:
        return "timeout";
    case RUN_OUT_OF_MEMORY:
        return "memory";
    case RUN_MEMORY_ERROR:
        return "memory error";
    case RUN_UNMODELLED:
        return "unmodelled";
    default:
        if (r->kept)
            return "external writes";
        // formulas know of objects only what memory/valid.h says
        return p->lives_matter || p->heap_counted ? "lives of objects" : "check failed";
    }
}

void judgement_free(Judgement *j) {
    story_free(&j->story);
}

// ---- runs by rules ----
static bool ends_early(RunEnd end) {
    return end == RUN_STEP_LIMIT || end == RUN_OUT_OF_MEMORY || end == RUN_TIME_LIMIT;
}

// What the program written in C says of the run takes the place of what the interpreter did not get to.
static void finish_run(const Program *p, const Replay *replayed, RunResult *r) {
    assert(replayed->reached);
    const Edge *e = &p->edges.at[replayed->edge];
    r->end = RUN_ERROR;
    r->edge = replayed->edge;
    r->func = p->locs.at[e->from].func;
    r->pos = e->pos;
    r->steps = replayed->steps;
    reason_set(&r->message, "%s", goal_text(p, e->cmd.goal));
    if (r->trace.inputs.count > INPUTS_TOLD)
        r->trace.inputs.count = INPUTS_TOLD;
}

static const char TOO_LONG[] = "error proved reachable, run too long";

static bool names_error(const Program *p, EdgeId e) {
    return e && e < p->edges.count && p->edges.at[e].cmd.kind == CMD_ERROR;
}

// The interpreter does not get to the end of the run.  The program as it reads it, written in C, must, and the compiled
// program as well: both or nothing.
static void check_long(const Program *p, const FrontendInput *in, const Claim *claim, const char *harness, Arena *arena,
                       Judgement *j, RunResult *r) {
    Replay replayed = { 0 };
    const char *trouble = emit_trouble(p, &claim->run.rules);
    if (trouble) {
        refute(j, TOO_LONG,
               arena_printf(arena,
                            "the interpreter did not get to the error in %llu steps (%s), and the program is not "
                            "compiled: it has %s",
                            (unsigned long long)r->steps, run_end_text(r->end), trouble));
        return;
    }
    replay(p, in, r, &claim->run.rules, harness ? harness : "harness.c", arena, &replayed);
    if (!replayed.reached || !names_error(p, replayed.edge)) {
        refute(j, replayed.ran ? TOO_LONG : "not confirmed",
               arena_printf(arena,
                            "the run is too long for the interpreter, and the compiled program %s%s; --stats prints "
                            "the ports, --must-proof FILE writes the conditions",
                            replayed.ran ? "" : "was not run: ", replayed.said.text));
        return;
    }
    finish_run(p, &replayed, r);
    stat_set(STAT_replayed_steps, (double)r->steps);
    *j = (Judgement){ .standing = CONFIRMED, .end = r->end, .pos = r->pos, .compiled = true, .reached = true };
    j->replay = "agrees";
    if (harness && write_harness(harness, replayed.harness, NULL))
        j->harness = harness;
    story_tell(p, in, r, arena, &j->story);
    j->story.by_rules = true;
    j->story.trace = NULL; // its inputs are not all of them
}

static const InputRules *rules_for_harness(const Program *p, const Claim *claim, const RunResult *r) {
    bool many = claim->run.ruled && r->trace.inputs.count > MOST_LISTED;
    return many && !r->trace.memory.count && !emit_trouble(p, &claim->run.rules) ? &claim->run.rules : NULL;
}

Judgement check_trace_run(const Program *p, const FrontendInput *in, const Claim *claim, const char *harness,
                          Arena *arena, RunResult *r) {
    Judgement j = { .standing = REFUTED, .reason = "check failed" };
    *r = (RunResult){ 0 };
    if (claim->kind != CLAIM_UNSAFE) {
        j.detail = "the engine does not claim that the error is reached";
        return j;
    }
    run_interpreter(p, claim, r);
    if (r->end == RUN_ERROR)
        prefer_usual(p, r);
    j.end = r->end;
    j.pos = r->pos;
    if (claim->run.ruled && ends_early(r->end)) {
        check_long(p, in, claim, harness, arena, &j, r);
    } else if (r->end != RUN_ERROR) {
        j.reason = other_reason(p, r);
        j.detail = end_text(p, r, arena);
    } else if (r->environment && depends_on_addresses(p, r)) {
        j.reason = "memory error";
        j.detail = "the interpreter reaches the error only with objects at certain addresses, through a pointer "
                   "that does not point to one";
    } else {
        Replay replayed;
        run_forget_unread(p, r);
        j.reason = NULL;
        stat_set(STAT_replayed_steps, (double)r->steps);
        stat_set(STAT_inputs, r->trace.inputs.count);
        replay(p, in, r, rules_for_harness(p, claim, r), harness ? harness : "harness.c", arena, &replayed);
        judge(p, r, &replayed, &j, arena);
        if (harness && j.standing != REFUTED && write_harness(harness, replayed.harness, j.reached ? NULL : j.replay))
            j.harness = harness;
        if (j.standing != REFUTED)
            story_tell(p, in, r, arena, &j.story);
    }
    assert((j.standing == REFUTED) == (j.reason != NULL));
    assert(!j.reached || j.standing == CONFIRMED);
    assert(j.standing == REFUTED || j.end == RUN_ERROR);
    return j;
}

Judgement check_trace(const Program *p, const FrontendInput *in, const Claim *claim, const char *harness,
                      Arena *arena) {
    RunResult r;
    Judgement j = check_trace_run(p, in, claim, harness, arena, &r);
    run_result_free(&r);
    return j;
}
