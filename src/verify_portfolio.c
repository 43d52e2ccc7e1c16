// verify_portfolio.c - several engines at once; the first answer that stands counts
//
// Each member is a process (base/crew.h) that does what 'hone check --engine NAME' does after the
// front end, checks included.  The report of the one whose answer is taken is passed on as it is: what it
// printed, its files, its statistics.  Where several answer at once, the first of the
// table (engine/portfolio.c) is taken, and if two of them contradict each other, none is.
#include "base/crew.h"
#include "base/stats.h"
#include "engine/portfolio.h"
#include "logic/smt/smt.h"
#include "program/pass/slice.h"
#include "report/terminal.h"
#include "spec/input.h"
#include "spec/property.h"
#include "verify.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MEMBERS = 40 };
// Seconds that an answer waits for a better one, at least: a proof without certificate, a run that was not confirmed.
static const double LATER_PROOF = 5, LATER_RUN = 1;

typedef struct MemberJob {
    Program *p;
    const Input *input;
    Member member;
    Arena *arena;
} MemberJob;

typedef struct Portfolio {
    const Options *options;
    Arena *arena;
    uint32_t n;
    const PortfolioRow *row[MOST_MEMBERS];
    MemberJob job[MOST_MEMBERS];
    CrewMember member[MOST_MEMBERS];
    MemberWord word[MOST_MEMBERS];
    MemberLine line[MOST_MEMBERS];
    Crew *crew;
} Portfolio;

// ---- who takes part ----
static int work(const void *argument) {
    MemberJob job = *(const MemberJob *)argument;
    return verify_decide(job.p, job.input, &job.member.options, job.member.engine, job.arena);
}

static void add_member(Portfolio *f, const PortfolioRow *row, Program *p, const Input *input) {
    Member member;
    if (!portfolio_member(row, f->options, f->arena, &member))
        return;
    if (f->n == MOST_MEMBERS)
        bug("the portfolio has more than %d members", MOST_MEMBERS);
    member.options.no_sampling = true; // once, for the answer that is taken
    uint32_t i = f->n++;
    f->row[i] = row;
    f->job[i] = (MemberJob){ p, input, member, f->arena };
    f->member[i] = (CrewMember){ .name = row->name,
                                 .work = work,
                                 .argument = &f->job[i],
                                 .share = row->share,
                                 .start = row->start,
                                 .limit = row->limit * (double)f->options->timeout };
}

// What matters is the program that engines get.
static unsigned features_of_slice(const Program *p) {
    Program *sliced = program_copy(p);
    program_slice(sliced, MEMORY_MAY_FAIL);
    unsigned features = program_features(sliced);
    program_free(sliced);
    return features;
}

static void choose_members(Portfolio *f, Program *p, const Input *input) {
    unsigned features = features_of_slice(p);
    for (const PortfolioRow *row = portfolio; row->name; row++)
        if (portfolio_applies(row, features))
            add_member(f, row, p, input);
}

// ---- what they say ----
static bool replay_said(const Desk *desk, const char *text) {
    const char *said = desk ? desk_told(desk, "replay") : NULL;
    return said && !strcmp(said, text);
}

// Where a certificate is wanted, a proof without one is kept for a while: another member may write one.  So is an
// error that the compiled program did not confirm: another member may find one that it does, or refutes.
static Decides decides(const void *portfolio_, int code, const Desk *desk) {
    const Portfolio *f = portfolio_;
    const char *proof = f->options->proof;
    bool wanted = code == EXIT_TRUE && proof && *proof;
    if (wanted && !desk_told(desk, arena_printf(f->arena, "file:%s", proof)))
        return DECIDES_LATER;
    if (code == EXIT_FALSE && !replay_said(desk, "agrees"))
        return DECIDES_LATER;
    return code == EXIT_TRUE || code == EXIT_FALSE || code == EXIT_INPUT ? DECIDES_NOW : DECIDES_NOT;
}

static const char *result_of(const Portfolio *f, uint32_t i) {
    const CrewEnd *e = crew_end(f->crew, i);
    const char *result = e->desk ? desk_told(e->desk, "result") : NULL;
    return result ? result : "";
}

// Code and text must agree: "true" is nothing that a crash may look like.
static bool says(const CrewEnd *e, const char *result, int code, const char *text) {
    return e->returned && e->code == code && !strncmp(result, text, strlen(text));
}

static const char *crash_text(const Portfolio *f, const CrewEnd *e) {
    char line[200];
    crew_last_line(e->err, line, sizeof line);
    if (*line)
        return arena_printf(f->arena, "internal error: %s", line);
    return e->signal ? arena_printf(f->arena, "internal error: %s", strsignal(e->signal)) : "internal error";
}

// What a member that was ended, or ended by itself without an answer, gives for a reason; NULL: it was
// not asked to the end.
static const char *reason_of(const Portfolio *f, const CrewEnd *e, const char *result) {
    if (!e->started)
        return NULL;
    switch (e->kind) {
    case ENDED_TIMEOUT:
        return "timeout";
    case ENDED_MEMORY:
        return "memory";
    case ENDED_INTERRUPTED:
        return NULL;
    case ENDED_CRASHED:
        return smt_exits_with(e->code) ? "solver: it ended itself" : "internal error";
    case ENDED_NORMALLY:
        break;
    }
    if (!says(e, result, EXIT_UNKNOWN, "unknown("))
        return "internal error";
    return arena_strndup(f->arena, result + 8, strlen(result) - 9);
}

static MemberWord word_of(const Portfolio *f, uint32_t i) {
    const CrewEnd *e = crew_end(f->crew, i);
    const char *result = result_of(f, i);
    bool better = e->decides == DECIDES_NOW;
    if (says(e, result, EXIT_TRUE, "true"))
        return (MemberWord){ SAID_TRUE, better };
    if (says(e, result, EXIT_FALSE, "false("))
        return (MemberWord){ SAID_FALSE, better };
    if (says(e, result, EXIT_INPUT, ""))
        return (MemberWord){ SAID_INPUT_ERROR, better };
    const char *reason = reason_of(f, e, result);
    return (MemberWord){ .said = reason ? SAID_UNKNOWN : SAID_NOTHING,
                         .refuted = replay_said(e->desk, "refuted"),
                         .reason = reason };
}

static const char *said_by(const Portfolio *f, uint32_t i) {
    const CrewEnd *e = crew_end(f->crew, i);
    switch (f->word[i].said) {
    case SAID_TRUE:
    case SAID_FALSE:
        return result_of(f, i);
    case SAID_INPUT_ERROR:
        return "input error";
    case SAID_UNKNOWN:
        return e->kind == ENDED_CRASHED && !smt_exits_with(e->code)
                   ? crash_text(f, e)
                   : arena_printf(f->arena, "unknown(%s)", f->word[i].reason);
    case SAID_NOTHING:
        break;
    }
    return !e->started ? "not started" : limits_hit() ? "cut off" : "not needed";
}

static void tell_members(Portfolio *f, uint32_t winner) {
    for (uint32_t i = 0; i < f->n; i++) {
        const CrewEnd *e = crew_end(f->crew, i);
        f->line[i] = (MemberLine){ .name = f->row[i]->name,
                                   .engine = f->row[i]->engine,
                                   .settings = f->row[i]->settings,
                                   .said = said_by(f, i),
                                   .won = i == winner,
                                   .cpu = e->cpu,
                                   .megabytes = e->megabytes };
    }
    terminal_members(f->n, f->line, f->options->stats);
}

// ---- the answer ----
// The user's file gets what the member wrote.
static void copy_file(const Portfolio *f, const Desk *desk, const char *path) {
    char buffer[4096];
    const char *from = path && *path ? desk_told(desk, arena_printf(f->arena, "file:%s", path)) : NULL;
    FILE *in = from ? fopen(from, "r") : NULL, *out = in ? fopen(path, "w") : NULL;
    bool good = !in || out;
    for (size_t n; out && good && (n = fread(buffer, 1, sizeof buffer, in)) > 0;)
        good = fwrite(buffer, 1, n, out) == n;
    good = (!out || fclose(out) == 0) && good;
    if (in)
        fclose(in);
    if (!good) {
        Reason why;
        reason_set(&why, "cannot write %.300s: %s", path, strerror(errno));
        terminal_error(EXIT_INPUT, &why);
    }
}

static void copy_files(const Portfolio *f, const Desk *desk) {
    const Options *o = f->options;
    const char *paths[] = { o->harness, o->proof, o->witness, o->write_inputs, o->precision_out, o->graph };
    for (size_t i = 0; i < COUNT(paths); i++)
        copy_file(f, desk, paths[i]);
}

// What the member said is what is said; 'won': it is the answer.
static int pass_on(Portfolio *f, uint32_t i, bool won) {
    static const char *const told[] = { "settings", "report", "message" };
    const CrewEnd *e = crew_end(f->crew, i);
    copy_files(f, e->desk);
    if (e->code != EXIT_INPUT)
        tell_members(f, won ? i : f->n);
    crew_copy(e->out, stdout);
    fflush(stdout);
    crew_copy(e->err, stderr);
    for (size_t k = 0; k < COUNT(told); k++)
        if (desk_told(e->desk, told[k]))
            limits_tell(told[k], desk_told(e->desk, told[k]));
    stats_take(desk_stats(e->desk));
    if (e->code != EXIT_INPUT)
        limits_result(result_of(f, i));
    return e->code;
}

static int report_conflict(Portfolio *f, const Input *input, uint32_t yes, uint32_t no) {
    tell_members(f, f->n);
    return terminal_report(&(Report){ .property = property_name(input->property.kind),
                                      .reason = "conflict",
                                      .detail = arena_printf(f->arena, "%s says %s, %s says %s", f->row[yes]->name,
                                                             result_of(f, yes), f->row[no]->name, result_of(f, no)) });
}

// No member has an answer: the reason of one of them.
static int report_nothing(Portfolio *f, const Input *input, const Choice *choice) {
    bool some = choice->kind == CHOICE_NO_ANSWER;
    const char *reason = some ? f->word[choice->member].reason : "internal error";
    for (uint32_t i = 0; i < f->n; i++) // predicates help whoever tries again
        if (crew_end(f->crew, i)->desk)
            copy_file(f, crew_end(f->crew, i)->desk, f->options->precision_out);
    if (!limits_hit() && some && crew_end(f->crew, choice->member)->kind == ENDED_NORMALLY)
        return pass_on(f, choice->member, false);
    tell_members(f, f->n);
    if (!limits_hit() && !strcmp(reason, "internal error"))
        return EXIT_BUG; // no member did its work
    return terminal_report(&(Report){ .property = property_name(input->property.kind), .reason = reason });
}

static int report_answer(Portfolio *f, const Program *p, const Input *input, uint32_t member) {
    double used = clock_cpu(), runs = 0;
    for (uint32_t i = 0; i < f->n; i++)
        used += crew_end(f->crew, i)->cpu;
    const Report *conflict =
        f->word[member].said == SAID_TRUE ? verify_sample(p, input, f->options, used, f->arena) : NULL;
    if (conflict) {
        tell_members(f, f->n);
        return terminal_report(conflict);
    }
    bool sampled = stat_get(STAT_sampled_runs, &runs);
    int code = pass_on(f, member, true);
    if (sampled)
        stat_set(STAT_sampled_runs, runs);
    return code;
}

static int judge(Portfolio *f, const Program *p, const Input *input) {
    for (uint32_t i = 0; i < f->n; i++)
        f->word[i] = word_of(f, i);
    Choice choice = portfolio_choose(f->n, f->word);
    switch (choice.kind) {
    case CHOICE_ANSWER:
        return report_answer(f, p, input, choice.member);
    case CHOICE_CONFLICT:
        return report_conflict(f, input, choice.member, choice.other);
    case CHOICE_NO_ANSWER:
    case CHOICE_NOBODY:
        break;
    }
    return report_nothing(f, input, &choice);
}

int verify_portfolio(Program *p, const Input *input, const Options *options, Arena *arena) {
    Portfolio *f = arena_alloc(arena, sizeof *f);
    *f = (Portfolio){ .options = options, .arena = arena };
    portfolio_check();
    choose_members(f, p, input);
    terminal_keep_colour();
    phase_begin(PHASE_engine);
    f->crew = crew_new(f->n, f->member,
                       &(CrewOptions){ .jobs = (uint32_t)options->jobs,
                                       .megabytes = limits_megabytes(),
                                       .later = options->proof && *options->proof ? LATER_PROOF : LATER_RUN,
                                       .decides = decides,
                                       .context = f });
    crew_run(f->crew);
    phase_end(PHASE_engine);
    int code = judge(f, p, input);
    crew_free(f->crew);
    return code;
}
