// verify_portfolio.c - several engines at once; the first answer that stands counts
//
// Each member is a process (base/crew.h) that does what 'hone check --engine NAME' does after the
// front end, checks included, and hands its verdict over (report/verdict_record.h).  The verdict of the one whose
// answer is taken is the verdict, with its files and its statistics.  Where several answer at once, the first of the
// table (engine/portfolio.c) is taken, and if two of them contradict each other, none is.
#include "base/crew.h"
#include "base/outfile.h"
#include "base/stats.h"
#include "engine/portfolio.h"
#include "logic/smt/smt.h"
#include "program/pass/slice.h"
#include "report/verdict_record.h"
#include "verify.h"
#include <string.h>

enum { MOST_MEMBERS = 40 };
// Seconds that an answer waits for a better one, at least: a proof without certificate, a run that was not confirmed.
static const double LATER_PROOF = 5, LATER_RUN = 1;

typedef struct MemberJob {
    Question q; // with the options of the member
    Member member;
} MemberJob;

typedef struct Portfolio {
    const Question *q;
    const Options *options;
    Arena *arena;
    uint32_t n;
    const PortfolioRow *row[MOST_MEMBERS];
    MemberJob job[MOST_MEMBERS];
    CrewMember member[MOST_MEMBERS];
    Verdict verdict[MOST_MEMBERS]; // of members that returned; undecided: there is none
    MemberWord word[MOST_MEMBERS];
    const char *said[MOST_MEMBERS]; // the same for people
    Texts messages;
    Crew *crew;
} Portfolio;

// ---- who takes part ----
static int work(const void *argument) {
    const MemberJob *job = argument;
    Question q = job->q;
    q.options = &job->member.options;
    ProgramFacts facts;
    if (q.make) {
        q.program = q.make(q.context);
        facts = program_facts(q.program);
        q.facts = &facts;
    }
    Verdict v = verify_decide(&q, job->member.engine);
    verdict_hand_over(&v);
    return verdict_exit_code(&v);
}

static void add_member(Portfolio *f, const PortfolioRow *row) {
    Member member;
    if (!portfolio_member(row, f->options, f->arena, &member))
        return;
    if (f->n == MOST_MEMBERS)
        bug("the portfolio has more than %d members", MOST_MEMBERS);
    member.options.no_sampling = true; // once, for the answer that is taken
    uint32_t i = f->n++;
    f->row[i] = row;
    f->job[i] = (MemberJob){ *f->q, member };
    f->member[i] = (CrewMember){ .name = row->name,
                                 .work = work,
                                 .argument = &f->job[i],
                                 .share = row->share,
                                 .start = row->start,
                                 .limit = f->q->seconds ? f->q->seconds * (row->limit ? row->limit : 1)
                                                        : row->limit * (double)f->options->timeout };
}

// What matters is the program that engines get.
static unsigned features_of_slice(const Program *p) {
    Program *sliced = program_copy(p);
    program_slice(sliced, MEMORY_MAY_FAIL);
    unsigned features = program_features(sliced);
    program_free(sliced);
    return features;
}

static void choose_members(Portfolio *f) {
    unsigned features = f->q->make ? f->q->features : features_of_slice(f->q->program);
    for (const PortfolioRow *row = portfolio; row->name; row++)
        if (portfolio_applies(row, features))
            add_member(f, row);
}

// ---- what they say ----
// The verdict counts if the member returned with its exit code: a crash cannot look like an answer.
static const Verdict *take_verdict(Portfolio *f, uint32_t i, int code, const Desk *desk) {
    Verdict *v = &f->verdict[i];
    if (verdict_of_member(desk, f->arena, v) && (!verdict_is_decided(v) || verdict_exit_code(v) != code))
        verdict_forget(v);
    return v;
}

// Where a certificate is wanted, a proof without one is kept for a while: another member may write one.  So is an
// error that the compiled program did not confirm: another member may find one that it does, or refutes.
static Decides decides(void *portfolio_, uint32_t member, int code, const Desk *desk) {
    Portfolio *f = portfolio_;
    const Verdict *v = take_verdict(f, member, code, desk);
    const char *proof = f->options->proof;
    switch (v->outcome) {
    case OUTCOME_TRUE:
        return proof && *proof && !v->files.certificate ? DECIDES_LATER : DECIDES_NOW;
    case OUTCOME_FALSE:
        return v->replay == REPLAY_AGREES || f->q->input->frontend.replay == PROTECT_NOT_RUN ? DECIDES_NOW
                                                                                             : DECIDES_LATER;
    case OUTCOME_ERROR:
        return v->error == EXIT_INPUT ? DECIDES_NOW : DECIDES_NOT;
    case OUTCOME_UNKNOWN:
    case OUTCOME_DONE:
        break;
    }
    return DECIDES_NOT;
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
static const char *reason_of(const CrewEnd *e, const Verdict *v) {
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
        return smt_exits_with(e->code) ? "solver: the solver aborted" : "internal error";
    case ENDED_NORMALLY:
        break;
    }
    return v->outcome == OUTCOME_UNKNOWN && v->reason ? v->reason : "internal error";
}

static MemberWord word_of(const Portfolio *f, uint32_t i) {
    const CrewEnd *e = crew_end(f->crew, i);
    const Verdict *v = &f->verdict[i];
    bool better = e->decides == DECIDES_NOW;
    assert(!verdict_is_decided(v) || (e->returned && verdict_exit_code(v) == e->code));
    if (v->outcome == OUTCOME_TRUE)
        return (MemberWord){ SAID_TRUE, better };
    if (v->outcome == OUTCOME_FALSE)
        return (MemberWord){ SAID_FALSE, better };
    if (v->outcome == OUTCOME_ERROR && v->error == EXIT_INPUT)
        return (MemberWord){ SAID_INPUT_ERROR, better };
    const char *reason = reason_of(e, v);
    return (MemberWord){ .said = reason ? SAID_UNKNOWN : SAID_NOTHING,
                         .refuted = v->replay == REPLAY_REFUTED,
                         .reason = reason };
}

static const char *said_by(const Portfolio *f, uint32_t i) {
    const CrewEnd *e = crew_end(f->crew, i);
    switch (f->word[i].said) {
    case SAID_TRUE:
    case SAID_FALSE:
        return verdict_result(&f->verdict[i], f->arena);
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

// 'winner': f->n for none.
static void add_members(const Portfolio *f, uint32_t winner, Verdict *v) {
    assert(!v->members.count);
    for (uint32_t i = 0; i < f->n; i++) {
        const CrewEnd *e = crew_end(f->crew, i);
        vec_push(&v->members, (MemberFacts){ .name = f->row[i]->name,
                                             .engine = f->row[i]->engine,
                                             .settings = f->row[i]->settings,
                                             .said = f->said[i],
                                             .won = i == winner,
                                             .cpu = e->cpu,
                                             .megabytes = e->megabytes });
    }
}

// ---- the verdict ----
// The verdict of a member, with its files and statistics; 'won': it is the answer.
static Verdict take_over(Portfolio *f, uint32_t i, bool won) {
    assert(i < f->n);
    const CrewEnd *e = crew_end(f->crew, i);
    Verdict v = f->verdict[i];
    Reason why;
    assert(verdict_is_decided(&v));
    f->verdict[i] = (Verdict){ 0 };
    if (!outfiles_copy(f->options, e->desk, &why))
        vec_push(&f->messages, arena_strdup(f->arena, why.text));
    crew_copy(e->err, stderr); // what libraries print there
    stats_take(desk_stats(e->desk));
    if (desk_told(e->desk, ENGINE_TABLE))
        limits_tell(ENGINE_TABLE, desk_told(e->desk, ENGINE_TABLE));
    if (v.outcome != OUTCOME_ERROR)
        add_members(f, won ? i : f->n, &v);
    return v;
}

static Verdict without_answer(const Portfolio *f, const char *reason, const char *detail) {
    Verdict v = verdict_unknown(property_name(f->q->input->property.kind), reason, detail);
    add_members(f, f->n, &v);
    return v;
}

static Verdict conflict(const Portfolio *f, uint32_t yes, uint32_t no) {
    assert(f->verdict[yes].outcome == OUTCOME_TRUE && f->verdict[no].outcome == OUTCOME_FALSE);
    return without_answer(f, "conflict",
                          arena_printf(f->arena, "%s says %s, %s says %s", f->row[yes]->name, f->said[yes],
                                       f->row[no]->name, f->said[no]));
}

// Predicates help whoever tries again: those of the last member that wrote some.
static void copy_predicates(Portfolio *f) {
    const char *path = f->options->precision_out;
    Reason why;
    for (uint32_t i = 0; path && *path && i < f->n; i++)
        if (crew_end(f->crew, i)->desk && !outfile_copy(path, crew_end(f->crew, i)->desk, &why))
            vec_push(&f->messages, arena_strdup(f->arena, why.text));
}

// No member has an answer: the reason of one of them.
static Verdict no_answer(Portfolio *f, const Choice *choice) {
    bool some = choice->kind == CHOICE_NO_ANSWER;
    const char *reason = some ? f->word[choice->member].reason : "internal error";
    Verdict v = { 0 };
    copy_predicates(f);
    if (!limits_hit() && some && crew_end(f->crew, choice->member)->kind == ENDED_NORMALLY &&
        verdict_is_decided(&f->verdict[choice->member])) {
        v = take_over(f, choice->member, false);
    } else if (!limits_hit() && !strcmp(reason, "internal error")) { // no member did its work
        v = (Verdict){ .outcome = OUTCOME_ERROR, .error = EXIT_BUG };
        add_members(f, f->n, &v);
    } else {
        v = without_answer(f, reason, NULL);
    }
    return v;
}

static Verdict answer(Portfolio *f, uint32_t member) {
    double used = clock_cpu(), runs = 0;
    for (uint32_t i = 0; i < f->n; i++)
        used += crew_end(f->crew, i)->cpu;
    if (f->verdict[member].outcome == OUTCOME_TRUE)
        verify_sample(f->q, used, &f->verdict[member]);
    if (f->verdict[member].outcome == OUTCOME_UNKNOWN) // the compiled program fails
        return without_answer(f, f->verdict[member].reason, f->verdict[member].detail);
    bool sampled = stat_get(STAT_sampled_runs, &runs);
    Verdict v = take_over(f, member, true);
    if (sampled)
        stat_set(STAT_sampled_runs, runs);
    return v;
}

static Verdict judge(Portfolio *f) {
    for (uint32_t i = 0; i < f->n; i++) {
        f->word[i] = word_of(f, i);
        f->said[i] = said_by(f, i);
    }
    Choice choice = portfolio_choose(f->n, f->word);
    switch (choice.kind) {
    case CHOICE_ANSWER:
        return answer(f, choice.member);
    case CHOICE_CONFLICT:
        return conflict(f, choice.member, choice.other);
    case CHOICE_NO_ANSWER:
    case CHOICE_NOBODY:
        break;
    }
    return no_answer(f, &choice);
}

Verdict verify_portfolio(const Question *q) {
    const Options *options = q->options;
    Portfolio *f = arena_alloc(q->arena, sizeof *f);
    *f = (Portfolio){ .q = q, .options = options, .arena = q->arena };
    portfolio_check();
    choose_members(f);
    phase_begin(PHASE_engine);
    f->crew = crew_new(f->n, f->member,
                       &(CrewOptions){ .jobs = (uint32_t)options->jobs,
                                       .megabytes = limits_megabytes(),
                                       .later = options->proof && *options->proof ? LATER_PROOF : LATER_RUN,
                                       .decides = decides,
                                       .context = f });
    crew_run(f->crew);
    phase_end(PHASE_engine);
    Verdict v = judge(f);
    for (uint32_t i = 0; i < f->messages.count; i++)
        vec_push(&v.messages, f->messages.at[i]);
    vec_free(&f->messages);
    crew_free(f->crew);
    for (uint32_t i = 0; i < f->n; i++)
        verdict_forget(&f->verdict[i]);
    verdict_check(&v);
    return v;
}
