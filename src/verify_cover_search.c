// verify_cover_search.c - runs to targets that the engines find, and proofs that there are none
#include "base/limits.h"
#include "base/progress.h"
#include "engine/engine.h"
#include "program/edit.h"
#include "verify_cover.h"
#include <stdlib.h>
#include <string.h>

static const double PART_GUESSING = 0.05, MOST_GUESSING = 3; // of the time limit; seconds
static const double MORE_GUESSING = 0.1;                     // seconds, after each run that an engine found
static const double PART_FINDING = 0.6;                      // of the time limit, as long as guesses find more
enum { FEW = 20 };                                           // open targets that need no more guesses
static const double PART_QUERY = 0.2, LEAST_QUERY = 1;       // of the time left; seconds

// ---- queries ----
// How the targets of a query were proved dead: the loop invariants say why, where the proof has some.
static const char *reason_of_death(const Covering *v, const Verdict *verdict) {
    enum { MOST_SHOWN = 3 };
    Text text = { 0 };
    for (uint32_t i = 0; i < verdict->invariants.count && i < MOST_SHOWN; i++) {
        const LoopInvariant *l = &verdict->invariants.at[i];
        text_add(&text, "%s%s (loop at line %u)", i ? ", " : "always ", l->text, l->pos.line);
    }
    const char *how = text.count ? arena_strdup(v->arena, text.at) : proof_facts_text(&verdict->proof, v->arena);
    vec_free(&text);
    return how;
}

// What becomes of the targets that were asked for; false: nothing was learnt.
static bool learn(Covering *v, const uint8_t asked[], const Verdict *verdict) {
    const char *why = verdict->reason ? verdict->reason : "no answer";
    bool dead = verdict->outcome == OUTCOME_TRUE;
    if (verdict->outcome == OUTCOME_FALSE) {
        if (cover_repeat(v, verdict->story.trace)) {
            cover_guess(v, MORE_GUESSING, MORE_GUESSING * 10, true);
            return true;
        }
        why = program_has_threads(v->p) ? "reached only with a schedule or values that a test cannot set"
                                        : "reached only with values that a test cannot set";
    }
    why = dead ? reason_of_death(v, verdict) : arena_strdup(v->arena, why);
    for (uint32_t t = 0; t < v->cover->targets.count; t++) {
        if (!asked[t] || v->fate[t].kind == PLACE_LIVE)
            continue;
        v->fate[t] = (Fate){ dead ? PLACE_DEAD : PLACE_OPEN, why };
        if (dead && v->open[t]) {
            v->open[t] = 0;
            v->n_open--;
        }
    }
    return dead;
}

typedef struct Asked {
    const Covering *v;
    const uint8_t *targets;
} Asked;

// The program of a query.
static Program *make_query(const void *context) {
    const Asked *asked = context;
    const Covering *v = asked->v;
    Program *copy = program_copy(v->p);
    cover_goals(v->cover, copy, asked->targets);
    verify_prepare(copy, &v->input.property, STAGE_MEMORY, false);
    return copy;
}

// Asks the engines for a run to one of the targets, for so many seconds.
static bool ask(Covering *v, const uint8_t asked[], double seconds) {
    Options options = *v->options;
    Asked context = { v, asked };
    options.timeout = (int64_t)(seconds + 1);
    options.no_sampling = true;
    Question q = { .program = v->p, .input = &v->input, .options = &options, .arena = v->arena, .seconds = seconds };
    q.make = make_query;
    q.context = &context;
    q.features = FEATURE_LOOPS | FEATURE_MEMORY | FEATURE_FLOATS;
    Verdict verdict = verify_portfolio(&q);
    bool learnt = learn(v, asked, &verdict);
    v->queries++;
    verdict_free(&verdict);
    return learnt;
}

static bool time_is_up(void) {
    return limits_hit() || limits_left() < limits_reserve();
}

static double share_of_time(double part) {
    double seconds = part * (limits_left() - limits_reserve());
    return seconds > LEAST_QUERY ? seconds : LEAST_QUERY;
}

// ---- which target comes next ----
// Numbers of edges in depth-first order from the entry, through calls.
static uint32_t *number_edges(const Program *p) {
    uint32_t *number = base_alloc(p->edges.count * sizeof *number), n = 0;
    uint8_t *seen = base_alloc(p->locs.count);
    VecU32 work = { 0 };
    vec_push(&work, p->funcs.at[p->entry].entry);
    while (work.count) {
        LocId l = vec_pop(&work);
        if (seen[l])
            continue;
        seen[l] = 1;
        for_out_edges(p, l, e) {
            number[e] = ++n;
            vec_push(&work, p->edges.at[e].to);
            FuncId callee = p->edges.at[e].cmd.callee;
            if (callee)
                vec_push(&work, p->funcs.at[callee].entry);
        }
    }
    vec_free(&work);
    free(seen);
    return number;
}

// The open target that was not asked for by itself yet and is deepest; UINT32_MAX: none.
static uint32_t deepest(const Covering *v, const uint32_t number[], const uint8_t done[]) {
    uint32_t best = UINT32_MAX;
    for (uint32_t t = 0; t < v->cover->targets.count; t++)
        if (v->open[t] && !done[t] &&
            (best == UINT32_MAX || number[v->cover->targets.at[t].edge] > number[v->cover->targets.at[best].edge]))
            best = t;
    return best;
}

// Where queries are expensive and learn nothing, guesses get half as much time.
static void guess_as_long(Covering *v, double seconds) {
    if (v->n_open > FEW && seconds > 0)
        cover_guess(v, seconds / 4, seconds / 2, false);
}

static void ask_each(Covering *v) {
    uint32_t n = v->cover->targets.count, *number = number_edges(v->p);
    uint8_t *done = base_alloc(n + 1), *asked = base_alloc(n + 1);
    for (uint32_t t; !time_is_up() && (t = deepest(v, number, done)) != UINT32_MAX;) {
        asked[t] = done[t] = 1;
        double left = limits_left();
        progress("%u targets open, %u tests", v->n_open, v->tests.count);
        ask(v, asked, share_of_time(1.0 / (v->n_open < 5 ? 5 : v->n_open)));
        guess_as_long(v, left - limits_left());
        asked[t] = 0;
    }
    free(number);
    free(done);
    free(asked);
}

static void guess_first(Covering *v) {
    double limit = (double)v->options->timeout, seconds = PART_GUESSING * limit;
    if (!limit || seconds > MOST_GUESSING)
        seconds = MOST_GUESSING;
    cover_guess(v, seconds, limit ? PART_FINDING * limit : 100 * seconds, false);
}

// Each round covers an open target, proves the targets asked for dead, or asks no more.
void cover_search(Covering *v) {
    bool more = true;
    if (v->options->guess_only) {
        cover_guess(v, limits_left(), limits_left(), false);
        return;
    }
    guess_first(v);
    while (v->n_open && more && !time_is_up()) {
        progress("%u targets open, %u tests", v->n_open, v->tests.count);
        double left = limits_left();
        more = ask(v, v->open, share_of_time(PART_QUERY));
        if (!more)
            guess_as_long(v, left - limits_left());
    }
    ask_each(v);
    progress_clear();
}
