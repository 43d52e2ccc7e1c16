#include "answer/check/check_fault.h"
#include "answer/replay/build.h"
#include "base/limits.h"
#include <signal.h>

enum { LONGEST_RUN = 50000000, LONGEST_PATH = 1 << 22 };
static const double CPU_SECONDS = 10, WALL_SECONDS = 20, LEAST_SECONDS = 1;

// ---- the compiled program ----
static bool write_options(const char *path, Reason *why) {
    FILE *out = fopen(path, "w");
    if (out)
        harness_write_options(true, out);
    bool good = out && fclose(out) == 0;
    if (!good)
        reason_set(why, "%.200s cannot be written", path);
    return good;
}

static bool compile_checked(Compilation *c, Reason *why) {
    assert(c->address_checks);
    const char *options = arena_printf(c->arena, "%s/options.c", c->directory);
    VecU32 missing = { 0 };
    Names *names = names_new();
    bool good =
        write_options(options, why) && compile_program(c, why) && compile_harness(c, options, &missing, names, why);
    if (!good && missing.count)
        reason_set(why, "no file defines %.100s", name_text(names, (Name){ missing.at[0] }));
    vec_free(&missing);
    names_free(names);
    return good;
}

// Does AddressSanitizer stop it with a report?  Else 'said' says what it does, or why it was not run.
static bool is_stopped(const Compilation *c, Reason *said) {
    assert(c->executable);
    ProcessResult r;
    ProcessLimits limits = { CPU_SECONDS, WALL_SECONDS, 0 };
    sandbox_run(c->executable, (const char *const[]){ NULL }, c->directory, c->in->replay, &limits, &r);
    bool report = r.output.at && strstr(r.output.at, HARNESS_REPORT);
    bool stopped = r.end == PROCESS_EXITED && r.code == HARNESS_REACHED && report;
    if (r.end == PROCESS_NOT_STARTED)
        reason_set(said, "was not run: %.200s", r.output.at);
    else if (r.end == PROCESS_KILLED)
        reason_set(said, "is ended by signal %d (%s), without a report", r.signal, strsignal(r.signal));
    else if (r.end == PROCESS_TIMED_OUT)
        reason_set(said, "does not end within its limits");
    else
        reason_set(said, "exits with code %d, without a report", r.code);
    process_result_free(&r);
    return stopped;
}

static bool compiled_fails(const FrontendInput *in, Arena *arena, Reason *said) {
    static const char *const compilers[] = { "gcc", "clang-19" };
    FrontendInput plain = *in;
    bool stopped = false;
    plain.events = (EventSet){ 0 };
    char *directory = build_directory(arena);
    reason_set(said, "was not run: no temporary directory");
    for (size_t i = 0; directory && i < COUNT(compilers) && !stopped && limits_left() > LEAST_SECONDS; i++) {
        Compilation c = { .arena = arena, .in = &plain, .directory = directory, .compiler = compilers[i] };
        Reason why;
        c.address_checks = true;
        if (compile_checked(&c, &why))
            stopped = is_stopped(&c, said);
        else if (i == 0)
            reason_set(said, "was not run: %.200s", why.text);
        compilation_free(&c);
    }
    if (directory)
        build_remove(directory);
    return stopped;
}

// ---- the check ----
static const char *fault_of(const Program *p, const RunResult *r) {
    assert(r->edge);
    if (r->end == RUN_TRAP)
        return property_of_fault(FAULT_UNDEFINED);
    return property_of_fault(p->edges.at[r->edge].cmd.kind == CMD_FREE ? FAULT_FREE : FAULT_ACCESS);
}

Judgement check_fault(const Program *p, const FrontendInput *in, Arena *arena, const char **property) {
    assert(p->monitored && p->entry);
    Judgement j = { .standing = REFUTED, .reason = "check failed" };
    RunOptions o = run_options();
    RunResult r;
    Reason said;
    *property = NULL;
    o.then = SOURCE_NONE;
    o.max_steps = LONGEST_RUN;
    o.max_path = LONGEST_PATH;
    interpret(p, &o, &r);
    j.end = r.end;
    j.pos = r.pos;
    if (r.end != RUN_MEMORY_ERROR && r.end != RUN_TRAP) {
        j.detail = arena_printf(arena, "the interpreter ends otherwise: %s", run_end_text(r.end));
    } else if (!compiled_fails(in, arena, &said)) {
        j.reason = "not confirmed";
        j.detail = arena_printf(arena, "the interpreter says: %s; but the compiled program, with AddressSanitizer, %s",
                                *r.message.text ? r.message.text : run_end_text(r.end), said.text);
    } else {
        *property = fault_of(p, &r);
        j.standing = CONFIRMED;
        j.reason = NULL;
        j.compiled = j.reached = true;
        j.replay = "agrees (AddressSanitizer)";
        story_tell_end(p, &r, arena, &j.story);
    }
    run_result_free(&r);
    return j;
}
