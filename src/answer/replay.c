#include "answer/replay.h"
#include "answer/compile.h"
#include "base/limits.h"
#include <ftw.h>
#include <signal.h>
#include <unistd.h>

// Of CPU time the compiled program gets a multiple of what it may need for the steps of the run.
enum { LINK_ROUNDS = 4, MEGABYTES = 4096 };
static const double CPU_SECONDS = 1, CPU_SECONDS_PER_STEP = 2e-7, WALL_SECONDS = 10, LEAST_SECONDS = 0.3;

typedef struct Attempt {
    Compilation c;
    Harness plan;
    const char *file;  // the harness, while we work
    const char *shown; // its name for people
} Attempt;

// ---- building ----
static bool write_harness(const Attempt *a, const char *path, Reason *why) {
    FILE *out = fopen(path, "w");
    if (out)
        harness_write(&a->plan, compile_command(&a->c, a->shown, &a->plan), out);
    if (out && fclose(out) == 0)
        return true;
    reason_set(why, "%.200s cannot be written", path);
    return false;
}

static char *harness_text(const Attempt *a) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    harness_write(&a->plan, compile_command(&a->c, a->shown, &a->plan), out);
    fclose(out);
    char *copy = arena_strndup(a->c.arena, text, length);
    free(text);
    return copy;
}

static bool compile_all(Attempt *a, Reason *why) {
    if (!compile_program(&a->c, why))
        return false;
    if (!a->c.include) {
        harness_free(&a->plan);
        harness_init(&a->plan, a->plan.arena, a->plan.p, a->plan.in, a->plan.run);
        harness_plan(&a->plan, &a->c.symbols);
    }
    if (!a->plan.revealed.count || a->c.include)
        return true;
    a->c.include = a->file; // static functions: once more, with the harness included
    return write_harness(a, a->file, why) && compile_program(&a->c, why);
}

// C99 does not count the body of an 'inline' function that no file declares 'extern': it is missing,
// yet everybody who reads the program takes the body for what it does.  Where one of the names missing
// is such a function, the program is taken as compiled with -fgnu89-inline.
static bool take_inline(Attempt *a, const VecU32 *missing, const Names *names) {
    Reason ignored;
    Compilation old = a->c;
    bool found = false;
    a->c.gnu_inline = true;
    a->c.include = NULL;
    a->c.objects.at = NULL;
    a->c.objects.count = a->c.objects.room = 0;
    a->c.symbols = (Symbols){ 0 };
    if (compile_program(&a->c, &ignored))
        for (uint32_t i = 0; i < missing->count; i++)
            found |= symbols_said(&a->c.symbols, name_text(names, (Name){ missing->at[i] })) & SYMBOL_DEFINED;
    found = found && compile_all(a, &ignored);
    compilation_free(found ? &old : &a->c);
    if (!found)
        a->c = old;
    return found;
}

// Links until nothing is missing: what no library has is for the harness to define.
static bool link_all(Attempt *a, Reason *why) {
    VecU32 missing = { 0 };
    Names *names = names_new();
    bool good = false, inline_tried = false;
    for (int round = 0; round < LINK_ROUNDS && !good; round++) {
        if (!write_harness(a, a->file, why))
            break;
        good = compile_harness(&a->c, a->file, &missing, names, why);
        if (good || !missing.count)
            break;
        if (!inline_tried && take_inline(a, &missing, names))
            missing.count = 0; // what is still missing will be missing again
        inline_tried = true;
        for (uint32_t i = 0; i < missing.count; i++)
            harness_add(&a->plan, name_text(names, (Name){ missing.at[i] }));
    }
    names_free(names);
    vec_free(&missing);
    return good;
}

// ---- running ----
static void describe(const ProcessResult *r, Reason *said) {
    switch (r->end) {
    case PROCESS_NOT_STARTED:
        reason_set(said, "cannot be started");
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

static void run_it(Attempt *a, Replay *result) {
    double left = limits_left() - 1;
    double cpu = CPU_SECONDS + CPU_SECONDS_PER_STEP * (double)a->plan.run->steps;
    double wall = left < cpu + WALL_SECONDS ? left : cpu + WALL_SECONDS;
    ProcessLimits limits = { cpu, wall, MEGABYTES };
    ProcessResult r;
    vec_push(&a->plan.arguments, NULL);
    sandbox_run(a->c.executable, a->plan.arguments.at, a->c.directory, &limits, &r);
    a->plan.arguments.count--;
    bool unmapped = r.end == PROCESS_EXITED && r.code == HARNESS_UNMAPPED;
    result->ran = r.end != PROCESS_NOT_STARTED && !unmapped;
    result->reached = r.end == PROCESS_EXITED && r.code == HARNESS_REACHED && strstr(r.output.at, HARNESS_MARK);
    describe(&r, &result->said);
    process_result_free(&r);
}

// Returns whether the error was reached.
static bool try_compiler(Attempt *a, Replay *result) {
    Replay now = { 0 };
    bool built = compile_all(a, &now.said) && link_all(a, &now.said);
    if (built) {
        now.harness = harness_text(a);
        run_it(a, &now);
    }
    now.unforced = unforced_find(&a->plan, true);
    if (now.reached || (now.ran && !result->ran) || !result->harness) // what ran says more than what did not
        *result = now;
    return now.reached;
}

// ---- the directory for all this ----
static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw) {
    (void)st, (void)type, (void)ftw;
    remove(path);
    return 0;
}

static char *make_directory(Arena *arena) {
    const char *base = limits_tempdir(), *variable = getenv("TMPDIR");
    if (!*base)
        base = variable && *variable ? variable : "/tmp";
    return mkdtemp(arena_printf(arena, "%s/hone-replay-XXXXXX", base));
}

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

void replay(const Program *p, const FrontendInput *in, const RunResult *run, const char *name, Arena *arena,
            Replay *result) {
    const char *compilers[] = { is_there("gcc") ? "gcc" : "cc", "clang-19" };
    *result = (Replay){ 0 };
    Harness plan;
    harness_init(&plan, arena, p, in, run);
    result->unforced = unforced_find(&plan, false); // this stands where nothing can be run
    harness_free(&plan);
    char *directory = make_directory(arena);
    if (!directory)
        reason_set(&result->said, "no temporary directory");
    for (size_t i = 0; directory && i < COUNT(compilers); i++) {
        if (limits_left() < LEAST_SECONDS || limits_hit()) {
            if (!result->ran)
                reason_set(&result->said, "no time is left");
            result->no_time = !result->ran;
            break;
        }
        Attempt a = { .file = arena_printf(arena, "%s/harness.c", directory), .shown = name };
        a.c = (Compilation){ .arena = arena, .in = in, .directory = directory, .compiler = compilers[i] };
        a.c.zeroed = reads_unassigned(run);
        harness_init(&a.plan, arena, p, in, run);
        bool reached = try_compiler(&a, result);
        harness_free(&a.plan);
        compilation_free(&a.c);
        if (reached)
            break;
    }
    if (directory)
        nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
