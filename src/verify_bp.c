// verify_bp.c - hone bp: checks a Boolean program
#include "base/limits.h"
#include "bp/threads.h"
#include "report/terminal.h"
#include "spec/file.h"
#include "verify.h"

enum { MOST_BYTES = 256 << 20, MOST_CUBES = 16 };

static void print_step(const BpProgram *p, const char *path, bool threads, const BpStep *s) {
    const BpProc *proc = &p->procs.at[s->proc];
    printf("  %s:%u: ", path, s->line ? s->line : proc->line);
    if (threads)
        printf("thread %u: ", s->thread);
    printf("%*s%s:", (int)(2 * (s->depth < 20 ? s->depth : 20)), "", name_text(p->names, proc->name));
    for (uint32_t i = 0; i < bp_variables(p, proc); i++)
        printf(" %s=%d", bp_name(p, proc, i), s->values[i]);
    putchar('\n');
}

// Only that a run is there, and nothing happens: the ends of 'if', heads of 'while'.
static bool is_plain(const BpProgram *p, const BpStep *s) {
    const BpStmt *stmt = &p->procs.at[s->proc].stmts.at[s->stmt];
    return stmt->kind == BP_SKIP && !stmt->labels.count;
}

static void print_trace(const BpProgram *p, const char *path, const BpTrace *trace) {
    puts("Trace, with the values before each statement:");
    for (uint32_t i = 0; i < trace->count; i++)
        if (!is_plain(p, &trace->at[i]) || i + 1 == trace->count)
            print_step(p, path, bp_has_threads(p), &trace->at[i]);
}

static void print_states(const BpProgram *p, Bebop *b) {
    Text text = { 0 };
    puts("States at labels, by the variables that matter there:");
    for (uint32_t i = 0; i < p->procs.count; i++)
        for (uint32_t s = 0; s < p->procs.at[i].stmts.count; s++)
            for (uint32_t k = 0; k < p->procs.at[i].stmts.at[s].labels.count; k++) {
                text.count = 0;
                bebop_print_states(b, i, s, MOST_CUBES, &text);
                printf("  %s %s: %s\n", name_text(p->names, p->procs.at[i].name),
                       name_text(p->names, (Name){ p->procs.at[i].stmts.at[s].labels.at[k] }), text.at);
            }
    vec_free(&text);
}

static void print_stats(const BpProgram *p, const BebopStats *stats) {
    printf("Boolean program: %u procedures, %u statements, %u reached, %u variables of the table, %llu sets of path "
           "edges\n",
           p->procs.count, stats->statements, stats->reached, stats->variables, (unsigned long long)stats->edges);
}

static int report(BpAnswer answer, const Options *options, const Reason *why) {
    Reason result;
    switch (answer) {
    case BP_SAFE:
        limits_result("true");
        return EXIT_TRUE;
    case BP_UNSAFE:
        reason_set(&result, "false(%.100s)", options->label && *options->label ? options->label : "assert");
        limits_result(result.text);
        return EXIT_FALSE;
    case BP_UNKNOWN:
        break;
    }
    reason_set(&result, "unknown(%.300s)", why->text);
    limits_result(result.text);
    return EXIT_UNKNOWN;
}

static BpAnswer decide(const BpProgram *p, const Options *options, Arena *arena, BpTrace *trace, Reason *why) {
    const char *label = options->label && *options->label ? options->label : NULL;
    BebopStats stats;
    BpAnswer answer;
    if (bp_has_threads(p)) {
        answer = threads_run(p, label, 0, arena, trace, &stats, why);
    } else {
        Bebop *b = bebop_new(p, label, 0, true);
        answer = bebop_run(b, why);
        if (answer == BP_UNSAFE)
            bebop_trace(b, arena, trace);
        if (answer == BP_SAFE && options->stats)
            print_states(p, b);
        stats = bebop_stats(b);
        bebop_free(b);
    }
    if (options->stats)
        print_stats(p, &stats);
    return answer;
}

static bool read_program(const Options *options, Arena *arena, BpProgram *p, Reason *why) {
    const char *path = options->files.at[0];
    if (options->files.count > 1) {
        reason_set(why, "hone bp takes one file");
        return false;
    }
    const char *text = file_read(path, MOST_BYTES, arena, NULL, why);
    if (!text || !bp_parse(path, text, p, why))
        return false;
    if (options->label && *options->label && !bp_find_label(p, options->label)) {
        reason_set(why, "%.100s: there is no label %.60s", path, options->label);
        return false;
    }
    return true;
}

int verify_bp(const Options *options) {
    Arena *arena = arena_new();
    BpProgram p;
    BpTrace trace = { 0 };
    Reason why = { "" };
    int code;
    bp_init(&p);
    if (!read_program(options, arena, &p, &why)) {
        code = terminal_error(EXIT_INPUT, &why);
    } else {
        BpAnswer answer = decide(&p, options, arena, &trace, &why);
        if (answer == BP_UNSAFE)
            print_trace(&p, options->files.at[0], &trace);
        code = report(answer, options, &why);
    }
    fflush(stdout);
    vec_free(&trace);
    bp_free(&p);
    arena_free(arena);
    return code;
}
