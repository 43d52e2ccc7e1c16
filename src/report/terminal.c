#include "report/terminal.h"
#include "base/progress.h"
#include "base/stats.h"
#include "logic/smt/smt.h"
#include "report/advice.h"
#include "report/proviso.h"
#include "report/report_json.h"
#include "report/story_print.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- colour ----
static enum { COLOUR_BY_STDOUT, COLOUR_ON, COLOUR_OFF } colour_is;

static bool colourful(void) {
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (colour_is != COLOUR_BY_STDOUT)
        return colour_is == COLOUR_ON;
    return isatty(STDOUT_FILENO) && !(no && *no) && term && strcmp(term, "dumb");
}

void terminal_keep_colour(void) {
    colour_is = colourful() ? COLOUR_ON : COLOUR_OFF;
}

static void print_head(const char *colour, const char *head) {
    if (colourful())
        printf("\033[1;%sm%s\033[0m", colour, head);
    else
        fputs(head, stdout);
}

// ---- the task ----
static void print_property(const Input *input) {
    const Property *p = &input->property;
    Arena *arena = arena_new();
    const char *text = property_text(p, arena);
    printf(text ? "Property: %s (%s), from %s()\n" : "Property: %s%s, from %s()\n", property_name(p->kind),
           text ? text : "", p->entry);
    arena_free(arena);
}

void terminal_task(const Input *input, const Options *options, const char *engine) {
    const FrontendInput *in = &input->frontend;
    printf("Program:  %s", in->files.at[0].path);
    if (in->files.count > 1)
        printf(" and %u more", in->files.count - 1);
    printf(", %s\n", input->model);
    print_property(input);
    printf("Engine:   %s\n", engine);
    if (input->note)
        printf("Note:     %s\n", input->note);
    report_json_task(input, options, engine);
}

static void print_checks(const Checks *checks, const ProgramStats *s) {
    Text names = { 0 };
    if (!checks->count) {
        puts(s->unmodelled ? "Checks:   none: no place is known where the property can fail, but what follows "
                             "something that is not modelled is not looked at"
                           : "Checks:   none: nothing in the program can violate the property");
        return;
    }
    checks_functions(checks, 6, &names);
    printf("Checks:   %u place%s where the property can fail, in %s\n", checks->count, checks->count == 1 ? "" : "s",
           names.at);
    vec_free(&names);
}

void terminal_assumption_list(const Assumptions *assumptions) {
    for (uint32_t i = 0; i < assumptions->count; i++)
        printf("%s %s\n", i ? "         " : "Assumes: ", assumptions->at[i]);
}

void terminal_assumptions(const Program *p) {
    Assumptions assumptions = assumptions_of(p);
    terminal_assumption_list(&assumptions);
    vec_free(&assumptions);
}

void terminal_program(const Program *p) {
    ProgramStats s = program_stats(p);
    Checks checks = checks_of(p);
    Assumptions assumptions = assumptions_of(p);
    stat_set(STAT_functions, s.functions);
    stat_set(STAT_locations, s.locations);
    stat_set(STAT_edges, s.edges);
    stat_set(STAT_loops, s.loops_heads);
    stat_set(STAT_regions, s.regions);
    printf("Size:     %u function%s, %u locations, %u edge%s\n", s.functions, s.functions == 1 ? "" : "s", s.locations,
           s.edges, s.edges == 1 ? "" : "s");
    print_checks(&checks, &s);
    terminal_assumption_list(&assumptions);
    report_json_program(&checks, &assumptions);
    vec_free(&checks);
    vec_free(&assumptions);
}

static void print_member(const MemberLine *m, const char *label) {
    bool set = *m->settings;
    printf("%s%s%s%s%s%s%s", label, m->name, set ? " (" : "", set ? m->engine : "", set ? " " : "", m->settings,
           set ? ")" : "");
}

void terminal_members(uint32_t n, const MemberLine members[], bool all) {
    const MemberLine *winner = NULL;
    for (uint32_t i = 0; i < n; i++)
        winner = members[i].won ? &members[i] : winner;
    report_json_members(n, members);
    for (uint32_t i = 0; i < n && (all || !winner); i++) {
        print_member(&members[i], i ? "          " : "Members:  ");
        printf(": %s, %.2f s\n", members[i].said, members[i].cpu);
    }
    if (winner) {
        print_member(winner, "Member:   ");
        fputc('\n', stdout);
    }
}

void terminal_settings(const char *settings, bool print) {
    report_json_settings(settings);
    if (print && *settings)
        printf("Settings: %s\n", settings);
}

int terminal_error(int code, const Reason *why) {
    progress_clear();
    fflush(stdout);
    fprintf(stderr, "hone: %s\n", why->text);
    report_json_message(why->text);
    return code;
}

// ---- the verdict ----
static void print_invariants(const LoopInvariants *all) {
    enum { MOST_LINES = 12, LONGEST_LINE = 240 };
    puts("Invariants:");
    for (uint32_t i = 0; i < all->count && i < MOST_LINES; i++) {
        const LoopInvariant *v = &all->at[i];
        bool never = !strcmp(v->text, "0"), longer = strlen(v->text) > LONGEST_LINE;
        printf("  %s:%u: in %s, loop: %.*s%s\n", v->file, v->pos.line, v->function, LONGEST_LINE,
               never ? "never reached" : v->text, longer ? " ..." : "");
    }
    if (all->count > MOST_LINES)
        printf("  ... (%u more)\n", all->count - MOST_LINES);
}

void terminal_qualify(Report *report, const Program *p, const Property *property, Arena *arena) {
    Checks checks = checks_of(p);
    Assumptions assumptions = assumptions_of(p);
    report->proviso = proviso_of(&assumptions, arena);
    report->nothing = checks.count ? NULL : property_no_goal_text(property, arena);
    vec_free(&checks);
    vec_free(&assumptions);
}

static void print_true(const Report *r) {
    print_head("32", r->nothing ? "Nothing to check: " : r->proviso ? "True, provided that " : "True: ");
    printf("%s.\n", r->nothing ? r->nothing : r->proviso ? r->proviso : "the property holds in every run");
    if (r->nothing && r->proviso)
        printf("          provided that %s\n", r->proviso);
    if (r->proof)
        printf("Proof:    %s\n", r->proof);
    if (r->invariants && r->invariants->count)
        print_invariants(r->invariants);
    if (r->certificate)
        printf("Checked:  hone proof %s FILE... checks it again\n", r->certificate);
}

static void print_false(const Report *r) {
    Text text = { 0 };
    print_head("31", "False: ");
    if (r->story->where.line)
        printf("%s:%u:%u: ", r->story->where.file, r->story->where.line, r->story->where.column);
    printf("%s\n", r->story->what);
    story_print(r->story, &text);
    fputs(text.at, stdout);
    vec_free(&text);
    if (r->replay)
        printf("Replay:   interpreter agrees; compiled program %s\n", r->replay);
    bool agrees = r->replay && !strcmp(r->replay, "agrees");
    if (r->inputs_file)
        printf("Reproduce: hone run --inputs %s FILE..., with the same files and options\n", r->inputs_file);
    if (r->harness)
        printf("Harness:  %s%s\n", r->harness, agrees ? "" : " (it may not reach the error: its head says why)");
    if (!r->inputs_file && !r->harness)
        printf("Reproduce: %s--write-inputs FILE writes what 'hone run --inputs FILE' takes\n",
               agrees ? "--harness FILE.c writes a C test; " : "");
}

static void print_unknown(const char *reason) {
    print_head("33", "Unknown: ");
    printf("%s\n", reason);
    printf("Try:      %s\n", advice_for(reason));
}

int terminal_report(const Report *r) {
    Text result = { 0 };
    static const int codes[] = { EXIT_UNKNOWN, EXIT_TRUE, EXIT_FALSE };
    progress_clear();
    if (r->outcome == OUTCOME_UNKNOWN && limits_hit()) { // the supervisor knows why, and says so
        limits_result("unknown(interrupted)");
        return EXIT_UNKNOWN;
    }
    report_json_report(r);
    switch (r->outcome) {
    case OUTCOME_TRUE:
        print_true(r);
        text_add(&result, "true");
        break;
    case OUTCOME_FALSE:
        print_false(r);
        text_add(&result, "false(%s)", r->property);
        break;
    case OUTCOME_UNKNOWN:
        print_unknown(r->reason);
        text_add(&result, "unknown(%s)", r->reason);
        break;
    }
    if (r->detail)
        printf("          %s\n", r->detail);
    limits_result(result.at);
    vec_free(&result);
    return codes[r->outcome];
}

// ---- statistics ----
static void print_number(const char *text, double value, uint32_t depth) {
    if (value == (double)(int64_t)value)
        printf("  %*s%-*s %14lld\n", (int)(2 * depth), "", (int)(52 - 2 * depth), text, (long long)value);
    else
        printf("  %*s%-*s %14.3f\n", (int)(2 * depth), "", (int)(52 - 2 * depth), text, value);
}

static void print_stats(const Ending *e) {
    const char *group = "";
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
        return !strcmp(result, "true");
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
        return (Final){ NULL, "solver: it ended itself", EXIT_UNKNOWN, true };
    return (Final){ NULL, "internal error", EXIT_BUG, true };
}

static void print_trouble(const Ending *e) {
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

int terminal_ending(const Ending *e, const Options *options, bool has_result) {
    char result[650];
    Reason why;
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
    if (options->json && *options->json && !report_json_write(options->json, &f, e, &why))
        fprintf(stderr, "hone: %s\n", why.text);
    if (e->kind != ENDED_NORMALLY)
        fputc('\n', stdout); // the worker may have been cut off within a line
    if (options->stats)
        print_stats(e);
    if (f.cut_off) {
        print_unknown(f.reason);
        printf("          cut off in this phase: %s\n", phase_info(phase_now()).text);
    }
    printf("RESULT: %s\n", f.result);
    return f.code;
}
