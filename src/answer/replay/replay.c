#include "answer/replay/replay.h"
#include "answer/replay/build.h"
#include "base/limits.h"
#include "program/edit.h"
#include <signal.h>
#include <unistd.h>

// Of CPU time the compiled program gets a multiple of what it may need for the steps of the run.
enum { MEGABYTES = 4096 };
static const double CPU_SECONDS = 1, CPU_SECONDS_PER_STEP = 2e-7, WALL_SECONDS = 10, LEAST_SECONDS = 0.3,
                    PART_FOR_RULES = 0.8; // of the time left: the rest is for the report

// ---- running ----
static void describe(const ProcessResult *r, Reason *said) {
    switch (r->end) {
    case PROCESS_NOT_STARTED:
        reason_set(said, "%s", r->output.at);
        break;
    case PROCESS_EXITED:
        if (r->code == HARNESS_DIVERGED)
            reason_set(said, "asks for other inputs");
        else if (r->code == HARNESS_UNMAPPED)
            reason_set(said, "there is no room for the environment's memory");
        else
            reason_set(said, "exits with code %d", r->code);
        break;
    case PROCESS_KILLED:
        reason_set(said, "is ended by signal %d (%s)", r->signal, strsignal(r->signal));
        break;
    case PROCESS_TIMED_OUT:
        reason_set(said, "does not end within its limits");
        break;
    }
}

static void read_run(const char *output, Replay *result) {
    const char *said = strstr(output, HARNESS_RUN);
    unsigned long long steps;
    if (said && sscanf(said + strlen(HARNESS_RUN), "%u %llu", &result->edge, &steps) == 2)
        result->steps = steps;
}

// Was it printed?  There may be zeros before.
static bool has_said(const ProcessResult *r, const char *text) {
    return memmem(r->output.at, r->output.count, text, strlen(text)) != NULL;
}

static void run_it(Build *b, Replay *result) {
    assert(b->c.executable && b->plan.run);
    double left = limits_left() - 1;
    double cpu = CPU_SECONDS + CPU_SECONDS_PER_STEP * (double)b->plan.run->steps;
    if (b->plan.rules)
        cpu = PART_FOR_RULES * left;
    double wall = b->plan.rules || left > cpu + WALL_SECONDS ? cpu + (b->plan.rules ? 0 : WALL_SECONDS) : left;
    ProcessLimits limits = { cpu, wall, b->c.address_checks ? 0 : MEGABYTES };
    ProcessResult r;
    vec_push(&b->plan.arguments, NULL);
    sandbox_run(b->c.executable, b->plan.arguments.at, b->c.directory, b->c.in->replay, &limits, &r);
    b->plan.arguments.count--;
    bool unmapped = r.end == PROCESS_EXITED && r.code == HARNESS_UNMAPPED;
    bool by_clock = r.end == PROCESS_TIMED_OUT && !r.signal; // a signal: it had its CPU time
    result->no_time = by_clock && wall < cpu + WALL_SECONDS;
    result->ran = r.end != PROCESS_NOT_STARTED && !unmapped;
    result->reached = r.end == PROCESS_EXITED && r.code == HARNESS_REACHED &&
                      has_said(&r, b->c.address_checks ? HARNESS_REPORT : HARNESS_MARK);
    result->checked = b->c.address_checks;
    describe(&r, &result->said);
    read_run(r.output.at, result);
    process_result_free(&r);
}

// Is the error one that only AddressSanitizer sees?
static bool is_of_memory(const Program *p, const RunResult *run) {
    const Cmd *cmd = run->end == RUN_ERROR ? &p->edges.at[run->edge].cmd : NULL;
    return cmd && cmd->kind == CMD_ERROR && p->goals.at[cmd->goal].kind >= GOAL_READ;
}

// Returns whether the error was reached.
static bool try_compiler(Build *b, Replay *result) {
    Replay now = { 0 };
    bool built = build_all(b, &now.said);
    if (built) {
        now.harness = build_harness(b);
        run_it(b, &now);
    }
    if (b->plan.run->end == RUN_ERROR)
        now.unforced = unforced_find(&b->plan, true);
    assert(!now.reached || now.ran);
    if (now.reached || (now.ran && !result->ran) || !result->harness) // what ran says more than what did not
        *result = now;
    return now.reached;
}

// ---- compilers ----
static bool is_there(const char *tool) {
    ProcessResult r;
    process_run((const char *const[]){ tool, "--version", NULL }, WALL_SECONDS, &r);
    bool there = r.end == PROCESS_EXITED && r.code == 0;
    process_result_free(&r);
    return there;
}

// Most such values are zero in the runs that are found: this can be had.
static bool reads_unassigned(const RunResult *run) {
    for (uint32_t i = 0; i < run->trace.inputs.count; i++)
        if (run->trace.inputs.at[i].kind == INPUT_UNINIT)
            return true;
    return run_unwritten(run) > 0;
}

void replay(const Program *p, const FrontendInput *in, const RunResult *run, const InputRules *rules, const char *name,
            Arena *arena, Replay *result) {
    assert(rules ? !emit_trouble(p, rules) : run->end == RUN_ERROR);
    const char *compilers[] = { is_there("gcc") ? "gcc" : "cc", "clang-19" };
    *result = (Replay){ 0 };
    Harness plan;
    harness_init(&plan, arena, p, in, run);
    if (run->end == RUN_ERROR)
        result->unforced = unforced_find(&plan, false); // this stands where nothing can be run
    harness_free(&plan);
    if (program_has_interrupts(p)) { // nothing makes them come when the run says
        reason_set(&result->said, "interrupts come from devices");
        return;
    }
    char *directory = build_directory(arena);
    if (!directory)
        reason_set(&result->said, "no temporary directory");
    for (size_t i = 0; directory && i < COUNT(compilers); i++) {
        if (limits_left() < LEAST_SECONDS || limits_hit()) {
            if (!result->ran)
                reason_set(&result->said, "no time is left");
            result->no_time |= !result->ran;
            break;
        }
        Build b = build_start(in, compilers[i], directory, name, arena);
        b.c.zeroed = reads_unassigned(run);
        harness_init(&b.plan, arena, p, in, run);
        b.plan.races = b.c.races = i == 0 && in->events.races && !rules && harness_follows_races(p, run);
        b.plan.rules = rules;
        b.plan.addresses = b.c.address_checks = is_of_memory(p, run);
        bool reached = try_compiler(&b, result);
        build_free(&b);
        if (reached || (rules && result->ran)) // a long run is not made twice
            break;
    }
    if (directory)
        build_remove(directory);
}
