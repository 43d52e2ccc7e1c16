#include "report/ending.h"
#include "base/progress.h"
#include "base/stats.h"
#include "logic/smt/smt.h"
#include "report/report_json.h"
#include "report/terminal.h"
#include "report/verdict_record.h"
#include <string.h>

// ---- statistics ----
static void print_number(const char *text, double value, uint32_t depth) {
    if (value == (double)(int64_t)value)
        printf("  %*s%-*s %14lld\n", (int)(2 * depth), "", (int)(52 - 2 * depth), text, (long long)value);
    else
        printf("  %*s%-*s %14.3f\n", (int)(2 * depth), "", (int)(52 - 2 * depth), text, value);
}

static void print_stats(const Ending *e) {
    const char *group = "", *table = limits_told(ENGINE_TABLE);
    fputs(table ? table : "", stdout);
    for (Stat i = 0; i < STAT_COUNT; i++) {
        double value;
        if (!stat_get(i, &value))
            continue;
        if (strcmp(group, stat_info(i).group) != 0)
            printf("%s:\n", stat_info(i).group);
        group = stat_info(i).group;
        print_number(stat_info(i).text, value, 0);
    }
    puts("Time, s:");
    for (Phase i = 0; i < PHASE_COUNT; i++)
        if (phase_seconds(i) > 0)
            print_number(phase_info(i).text, phase_seconds(i), phase_info(i).depth);
    puts("Resources:");
    print_number("wall time, s", e->wall, 0);
    print_number("CPU time, s", e->cpu, 0);
    print_number("memory, MB", e->megabytes, 0);
}

// ---- the end ----
static bool fits(const char *result, int code) {
    switch (code) {
    case EXIT_TRUE:
        return !strcmp(result, "true") || !strcmp(result, "done");
    case EXIT_FALSE:
        return !strncmp(result, "false(", 6);
    case EXIT_UNKNOWN:
        return !strncmp(result, "unknown(", 8);
    default:
        return false;
    }
}

// How a run with a RESULT line ended.  A worker that returned: its word counts only if code and text agree.
static Final final_of(const Ending *e) {
    switch (e->kind) {
    case ENDED_NORMALLY:
        if (e->code == EXIT_INPUT)
            return (Final){ NULL, "input error", EXIT_INPUT, false };
        if (fits(e->result, e->code))
            return (Final){ e->result, NULL, e->code, false };
        return (Final){ NULL, "internal error", EXIT_BUG, true };
    case ENDED_TIMEOUT:
        return (Final){ NULL, "timeout", EXIT_UNKNOWN, true };
    case ENDED_MEMORY:
        return (Final){ NULL, "memory", EXIT_UNKNOWN, true };
    case ENDED_INTERRUPTED:
        return (Final){ NULL, "interrupted", EXIT_UNKNOWN, true };
    case ENDED_CRASHED:
        break;
    }
    if (smt_exits_with(e->code))
        return (Final){ NULL, "solver: the solver aborted", EXIT_UNKNOWN, true };
    return (Final){ NULL, "internal error", EXIT_BUG, true };
}

static void print_trouble(const Ending *e) {
    assert(e->kind == ENDED_NORMALLY || e->kind == ENDED_CRASHED);
    if (e->kind == ENDED_NORMALLY)
        fprintf(stderr, "hone: internal error: exit code %d with the result '%s'\n", e->code, e->result);
    else if (e->signal)
        fprintf(stderr, "hone: internal error: the work was ended by signal %d (%s)\n", e->signal,
                strsignal(e->signal));
    else
        fprintf(stderr, "hone: internal error: the work ended with exit code %d\n", e->code);
}

// A run without RESULT line: 'hone run', or a dump.
static int end_plainly(const Ending *e) {
    Final f = final_of(e);
    if (e->kind == ENDED_NORMALLY)
        return e->code;
    if (e->kind == ENDED_CRASHED)
        print_trouble(e);
    fprintf(stderr, "hone: ended early: %s\n", f.reason);
    return f.code;
}

// The file of --json, if one is wanted.
static void write_json(const Final *f, const Ending *e, const Options *options) {
    Reason why;
    Verdict v;
    if (!options->json || !*options->json)
        return;
    Arena *arena = arena_new();
    verdict_of_worker(arena, &v); // all zeros where there is none
    if (!report_json_write(options->json, &(Run){ f, e, options, &v }, &why))
        terminal_error(EXIT_INPUT, &why);
    verdict_forget(&v);
    arena_free(arena);
}

int ending_report(const Ending *e, const Options *options, bool has_result) {
    char result[650];
    assert(e && options);
    progress_clear();
    if (!has_result || (e->kind == ENDED_NORMALLY && e->code == EXIT_USAGE))
        return end_plainly(e);
    Final f = final_of(e);
    if (f.code == EXIT_BUG)
        print_trouble(e);
    if (!f.result) {
        snprintf(result, sizeof result, "unknown(%s)", f.reason);
        f.result = result;
    } else if (f.code == EXIT_UNKNOWN) {
        snprintf(result, sizeof result, "%.*s", (int)strlen(f.result) - 9, f.result + 8);
        f.reason = result;
    }
    assert(f.result && (f.code != EXIT_TRUE || fits(f.result, f.code))); // nothing else is an answer
    write_json(&f, e, options);
    if (e->kind != ENDED_NORMALLY)
        fputc('\n', stdout); // the worker may have been cut off within a line
    if (options->stats)
        print_stats(e);
    if (f.cut_off) {
        terminal_unknown(f.reason);
        printf("          cut off in this phase: %s\n", phase_info(phase_now()).text);
    }
    printf("RESULT: %s\n", f.result);
    return f.code;
}
