// whale.c - procedures and recursion by interpolated summaries
//
// After A. Albarghouthi, A. Gurfinkel, M. Chechik, "Whale: An Interpolation-Based Algorithm for Inter-procedural
// Verification", VMCAI 2012, and chapter 6 of A. Albarghouthi's PhD thesis (Toronto 2015).  Calls are unwound into a
// tree of ARGs (iarg.h), one for each activation; the executions of the finite iARG are refuted; the interpolants of
// the refutation are guards and summaries.  Where the specification of an older ARG of the same function serves for a
// younger one as well, that is covered and not expanded.
//
// Where we differ:
//
//   whole tree     the labels of all ARGs come from one query (tree interpolants), not level by level: state/transition
//                  interpolants g, s are the solution of the clauses  caller => g,  g and body => s,  caller and s =>
//                  after.  Over ideal integers first, then with wrap-around, then bit-vectors (encodings.h); each
//                  conjunct is checked over bit-vectors before it is used;
//   merging        ARGs of one call and generation are one, so the iARG does not grow exponentially;
//   covers         are tried for all ARGs that are not expanded together (cover_args), on the merged specification of
//                  each function: guards are joined by "or", summaries by "guard implies summary".  So a guard is never
//                  conjoined with another that belongs to another exit, and no cover rests on a specification that
//                  changed since: both are errors of the printed algorithm (tests/regress/whale/t33, t34);
//   frontier       an ARG that is not expanded has no executions; its clauses are left out, not its exit made true;
//   loops          stay loops: heads are points with labels, the ARG of a function is not unwound;
//   exact runs     an execution that the query finds is looked for by unwinding to its depth over bit-vectors; so is
//   any
//                  run, for as long as the queries that gave no labels took;
//   calls          that copies of the callee can replace cheaply are replaced before (inline_is_cheap).
#include "base/limits.h"
#include "base/progress.h"
#include "base/stats.h"
#include "engine/engine.h"
#include "engine/refine/encodings.h"
#include "engine/whale/iarg.h"
#include "engine/whale/summaries.h"
#include "system/invariants.h"

enum { MOST_DEPTH = 1 << 20, MOST_CONJUNCTS = 48 };
static const double FIRST_SECONDS = 0.3; // for the exact executions of the first round, twice as many in the next
// The solver's steps for one query in each encoding.
static const uint64_t steps[ENCODING_COUNT] = { 60000000, 200000000, 0 };

typedef struct Whale {
    const Task *task;
    System *system;
    Terms *t;
    IArg *iarg;
    Clauses clauses;      // of the program as it is: recursive
    Encodings *functions; // what is known of each function in any activation, by relation of 'clauses'
    bool relies;          // of some functions nothing is known but what a file says
    bool solved;          // by what a file says
    uint64_t refinements, guesses;
} Whale;

typedef enum Refined { REFINED_LABELS, REFINED_RUN, REFINED_NOTHING } Refined;

// ---- what is known before ----
// 'same': nothing is looked for in these procedures, of which a file told.
static void assume_invariants(Whale *w, const bool same[]) {
    VecTerm *found = base_alloc(w->system->procs.count * sizeof *found);
    uint32_t kinds = w->task->options->facts;
    for (uint32_t k = 0; k < w->system->procs.count; k++)
        for (uint32_t i = 0; same[k] && i < w->system->procs.at[k].graph->points.count; i++)
            vec_push(&found[k], encodings_known(w->functions)[clauses_relation(&w->clauses, k, i)]);
    if (kinds != FACTS_NONE) {
        phase_begin(PHASE_facts);
        InvariantStats stats = invariants_find_all(w->system, kinds == FACTS_EQUATIONS, found);
        phase_end(PHASE_facts);
        stat_set(STAT_fact_equations, stats.equations);
        stat_set(STAT_fact_inequalities, stats.inequalities);
        stat_set(STAT_fact_questions, stats.questions);
    }
    for (uint32_t k = 0; k < w->system->procs.count; k++) {
        for (uint32_t i = 0; i < found[k].count; i++)
            encodings_assume(w->functions, clauses_relation(&w->clauses, k, i), found[k].at[i]);
        vec_free(&found[k]);
    }
    free(found);
}

static bool given(const char *text) {
    return text && *text;
}

static void guesses_free(Guesses *guesses) {
    for (uint32_t i = 0; i < guesses->count; i++)
        vec_free(&guesses->at[i]);
    vec_free(guesses);
}

// True: what the file says is a proof.  A file that is of no use is no reason not to go on; the claim says so where
// nothing is found.
static bool read_summaries(Whale *w, bool same[], Claim *claim) {
    Guesses guesses = { 0 };
    uint32_t functions = 0;
    bool solved = false;
    if (!given(w->task->options->summaries_in))
        return false;
    vec_resize(&guesses, w->clauses.horn->scopes.count);
    if (summaries_read(w->task->options->summaries_in, &w->clauses, &guesses, same, &claim->detail))
        solved = encodings_guess(w->functions, &guesses);
    guesses_free(&guesses);
    for (uint32_t k = 0; k < w->system->procs.count; k++)
        functions += same[k];
    stat_set(STAT_summaries_read, functions);
    return solved;
}

// What a file says of functions that did not change; what is found out about the others; then, with that, more of the
// file may hold.
static void find_facts(Whale *w, Claim *claim) {
    bool *same = base_alloc(w->system->procs.count);
    bool solved = read_summaries(w, same, claim);
    w->relies = memchr(same, true, w->system->procs.count) != NULL;
    if (!solved)
        assume_invariants(w, same);
    w->solved = solved || (w->relies && read_summaries(w, same, claim));
    free(same);
}

// Where the first round with a file is no proof, the file has no influence on what is looked for from then on.
static void find_other_facts(Whale *w) {
    bool *none = base_alloc(w->system->procs.count);
    if (w->relies)
        assume_invariants(w, none);
    w->relies = false;
    free(none);
}

static void write_summaries(Whale *w) {
    Reason why;
    if (given(w->task->options->summaries_out) &&
        !summaries_write(w->task->options->summaries_out, &w->clauses, encodings_known(w->functions), &why))
        fprintf(stderr, "hone: %s\n", why.text);
}

// ---- EXPANDARG ----
// All paths of the function at once.
static void expand_arg(Whale *w, ArgId a) {
    iarg_expand(w->iarg, a);
    stat_add(STAT_expanded, 1);
}

// ---- REFINEARG ----
static Encodings *new_encodings(const Whale *w, Clauses *clauses) {
    Encodings *e = encodings_new(clauses->horn, clauses_base, clauses);
    if (w->task->options->own_checks == OWN_CHECKS_NO)
        encodings_trust(e);
    return e;
}

// What is known of a function holds in each of its ARGs.
static Encodings *iarg_encodings(Whale *w, Clauses *unwound) {
    const Term *known = encodings_known(w->functions);
    Encodings *e = new_encodings(w, unwound);
    for (ArgId a = 0; a < w->iarg->args.count; a++)
        for (uint32_t i = 0; i < iarg_procedure(w->iarg, a)->graph->points.count; i++)
            encodings_assume(e, clauses_relation(unwound, a, i),
                             known[clauses_relation(&w->clauses, w->iarg->args.at[a].proc, i)]);
    return e;
}

static void update(Whale *w, const Clauses *unwound, const Term solution[]) {
    for (ArgId a = 0; a < w->iarg->args.count; a++) {
        uint32_t first = clauses_relation(unwound, a, 0), n = iarg_procedure(w->iarg, a)->graph->points.count;
        assert(clauses_relation(unwound, a, n - 1) == first + n - 1); // the points of an ARG follow each other
        (void)n;
        iarg_update(w->iarg, a, solution + first);
    }
}

// The executions of the iARG exactly: is one of them a run to the error?  Are they all there are, and none is?
static bool find_run(Whale *w, uint32_t depth, double seconds, Claim *claim) {
    uint32_t most = w->task->options->bound ? (uint32_t)w->task->options->bound : MOST_DEPTH;
    depth = depth < most ? depth : most;
    bool found = engine_unwind(w->task, depth, seconds, claim);
    LOG(whale, "unwound to depth %u, for %.1f s: %s", depth, seconds, found ? "decided" : "not decided");
    return found;
}

// One query.  Where it gives no labels, a run is looked for as long as it took: half of the time is for runs.
static Refined refine_in(Whale *w, Encodings *e, Encoding encoding, Claim *claim) {
    VecU32 derivation = { 0 };
    Reason why = { "" };
    SmtLimits limits = { .seconds = limits_left() / (encoding == ENCODING_BITS ? 1 : 3), .resources = steps[encoding] };
    Refined result = REFINED_NOTHING;
    double begun = smt_clock();
    HornAnswer answer = encodings_solve(e, encoding, limits, &derivation, &why);
    double seconds = smt_clock() - begun + FIRST_SECONDS;
    bool exact = answer == HORN_UNSOLVABLE && encoding != ENCODING_IDEAL; // there is a run, as far as the clauses tell
    if (answer == HORN_UNKNOWN) {
        reason_set(&claim->reason, "solver");
        reason_set(&claim->detail, "%s", why.text);
    }
    if (answer == HORN_SOLVED)
        result = REFINED_LABELS;
    else if (find_run(w, exact ? derivation.count : MOST_DEPTH, exact ? 0 : seconds, claim))
        result = REFINED_RUN;
    vec_free(&derivation);
    return result;
}

// The executions of the iARG: refuted, with labels for all ARGs, or one of them is a run.
static Refined refine_args(Whale *w, Claim *claim) {
    Clauses unwound;
    iarg_clauses(w->iarg, &unwound);
    Encodings *e = iarg_encodings(w, &unwound);
    stat_set(STAT_horn_relations, unwound.horn->scopes.count);
    stat_set(STAT_horn_clauses, unwound.horn->clauses.count);
    w->refinements++;
    Refined result = encodings_done(e) ? REFINED_LABELS : REFINED_NOTHING;
    for (Encoding k = ENCODING_IDEAL; k < ENCODING_COUNT && result == REFINED_NOTHING && !limits_hit(); k++)
        result = refine_in(w, e, k, claim);
    if (result == REFINED_LABELS)
        update(w, &unwound, encodings_known(e));
    LOG(whale, "%u ARGs: %s", w->iarg->args.count,
        result == REFINED_LABELS ? "refuted"
        : result == REFINED_RUN  ? "a run"
                                 : "not decided");
    encodings_free(e);
    clauses_close(&unwound);
    return result;
}

// ---- COVERARG ----
// A guard is about what the function is given; elsewhere in it that is called entry!x.
typedef struct Given {
    Whale *w;
    const Procedure *proc;
} Given;

static Term given_leaf(void *self, Term variable) {
    const Given *g = self;
    return calls_first(g->w->system->calls, g->proc->func, variable);
}

static Term guard_inside(Whale *w, ArgId a, uint32_t point) {
    const Procedure *proc = iarg_procedure(w->iarg, a);
    if (point == proc->graph->entry || proc == system_entry(w->system))
        return term_true(w->t);
    return term_map(w->t, iarg_guard(w->iarg, a), given_leaf, &(Given){ w, proc }, NULL);
}

static void add_guess(Whale *w, const Procedure *proc, uint32_t point, Term formula, VecTerm *out) {
    Op op = term_op(w->t, formula);
    if (op == OP_TRUE || op == OP_FALSE || out->count >= MOST_CONJUNCTS || !procedure_matters(proc, point, formula))
        return;
    for (uint32_t i = 0; i < out->count; i++)
        if (term_same(out->at[i], formula))
            return;
    vec_push(out, formula);
    w->guesses++;
}

// The specification of one ARG as part of that of its function: under its guard its labels hold; perhaps always.
static void guess_from(Whale *w, ArgId a, Guesses *guesses) {
    assert(guesses->count == w->clauses.horn->scopes.count);
    const Procedure *proc = iarg_procedure(w->iarg, a);
    for (uint32_t i = 0; i < proc->graph->points.count; i++) {
        VecTerm parts = { 0 }, *out = &guesses->at[clauses_relation(&w->clauses, w->iarg->args.at[a].proc, i)];
        Term label = w->iarg->args.at[a].label.at[i], guard = guard_inside(w, a, i);
        if (proc->bad[i] || (!iarg_is_expanded(w->iarg, a) && i != proc->graph->entry))
            continue;
        term_conjuncts(w->t, label, &parts);
        for (uint32_t k = 0; k < parts.count; k++)
            add_guess(w, proc, i, parts.at[k], out);
        add_guess(w, proc, i, term_implies(w->t, guard, label), out);
        vec_free(&parts);
    }
}

// At the entry: some ARG of the function has a guard that holds.
static void guess_guards(Whale *w, uint32_t proc, Guesses *guesses) {
    const Procedure *pc = &w->system->procs.at[proc];
    Term any = term_false(w->t);
    for (ArgId a = 0; a < w->iarg->args.count; a++)
        if (w->iarg->args.at[a].proc == proc && iarg_is_expanded(w->iarg, a))
            any = term_or(w->t, any, iarg_guard(w->iarg, a));
    add_guess(w, pc, pc->graph->entry, any, &guesses->at[clauses_relation(&w->clauses, proc, pc->graph->entry)]);
}

static ArgId coverer_of(const IArg *g, ArgId a) {
    ArgId by = 0;
    while (by < a && !(iarg_is_expanded(g, by) && g->args.at[by].proc == g->args.at[a].proc))
        by++;
    return by < a ? by : ARG_NONE;
}

// Are all ARGs that are not expanded covered by the specifications of their functions, merged?  What a step of the
// program refutes is dropped from them first, and the rest is known from then on.
static bool cover_args(Whale *w) {
    Guesses guesses = { 0 };
    phase_begin(PHASE_cover);
    vec_resize(&guesses, w->clauses.horn->scopes.count);
    for (uint32_t k = 1; k < w->system->procs.count; k++)
        guess_guards(w, k, &guesses);
    for (ArgId a = 0; a < w->iarg->args.count; a++)
        guess_from(w, a, &guesses);
    bool covered = encodings_guess(w->functions, &guesses);
    guesses_free(&guesses);
    for (ArgId a = 0; a < w->iarg->args.count && covered; a++)
        if (!iarg_is_expanded(w->iarg, a) && coverer_of(w->iarg, a) != ARG_NONE) {
            iarg_cover(w->iarg, a, coverer_of(w->iarg, a));
            stat_add(STAT_covered, 1);
        }
    phase_end(PHASE_cover);
    iarg_check(w->iarg);
    return covered;
}

// ---- UPDATEGUARD ----
// A guard need not say more than its function needs.  Callees first: what a caller must know is less then.
static void update_guards(Whale *w) {
    for (uint32_t k = w->system->procs.count; k-- > 1;)
        encodings_weaken(w->functions, clauses_relation(&w->clauses, k, w->system->procs.at[k].graph->entry));
}

// What interpolants say of a result that no call needs is not told as part of the contract.
static void update_summaries(Whale *w) {
    for (uint32_t k = 1; k < w->system->procs.count; k++)
        if (w->system->procs.at[k].graph->exit != WTO_NONE)
            encodings_weaken(w->functions, clauses_relation(&w->clauses, k, w->system->procs.at[k].graph->exit));
}

// ---- the engine ----
static void record(const Whale *w) {
    stat_set(STAT_nodes, w->iarg->args.count);
    stat_set(STAT_refinements, (double)w->refinements);
    stat_set(STAT_terms, terms_count(w->t));
    progress("whale: %u ARGs, %llu refinements", w->iarg->args.count, (unsigned long long)w->refinements);
}

// Expands the ARGs of the queue, and those that come in to the same depth.
static void expand_args(Whale *w, uint32_t generations) {
    uint32_t last = 0;
    assert(generations);
    for (ArgId a = w->iarg->next; a < w->iarg->queue.count; a++)
        if (w->iarg->args.at[w->iarg->queue.at[a]].generation > last)
            last = w->iarg->args.at[w->iarg->queue.at[a]].generation;
    last += generations - 1;
    VecU32 later = { 0 };
    for (ArgId a; (a = iarg_next(w->iarg)) != ARG_NONE;)
        if (w->iarg->args.at[a].generation <= last)
            expand_arg(w, a);
        else
            vec_push(&later, a);
    for (uint32_t i = 0; i < later.count; i++)
        vec_push(&w->iarg->queue, later.at[i]);
    vec_free(&later);
}

// Expands, refutes and covers, until every ARG is expanded or covered, or there is a run.
static void unwind(Whale *w, Claim *claim) {
    if (w->solved || encodings_done(w->functions)) {
        claim->kind = CLAIM_SAFE;
        return;
    }
    for (uint32_t round = 0; !limits_hit(); round++) {
        expand_args(w, 1 + round / 3);
        record(w);
        if (find_run(w, 16u << (round < 16 ? round : 16), FIRST_SECONDS * (1 << (round < 16 ? round : 16)), claim))
            return;
        switch (refine_args(w, claim)) {
        case REFINED_LABELS:
            if (!cover_args(w))
                break;
            update_guards(w);
            claim->kind = CLAIM_SAFE;
            return;
        case REFINED_RUN:
            return;
        case REFINED_NOTHING:
            break;
        }
        find_other_facts(w);
        iarg_check(w->iarg);
        if (w->iarg->next == w->iarg->queue.count) { // complete, and no proof: what is left is to look for a run
            find_run(w, MOST_DEPTH, 0, claim);
            return;
        }
    }
    reason_set(&claim->reason, "timeout");
}

static bool open_whale(Whale *w, const Task *task, Claim *claim) {
    *w = (Whale){ .task = task, .t = task->program->terms };
    Options set = *task->options;
    set.facts = set.facts ? set.facts : FACTS_ALL;
    options_show(&set, "facts", &claim->settings);
    if (!system_supports(task->program, &claim->reason))
        return false;
    w->system = system_new(task->program, (SystemOptions){ .calls = true });
    clauses_open(&w->clauses, w->system);
    w->functions = new_encodings(w, &w->clauses);
    find_facts(w, claim);
    w->iarg = iarg_new(w->system);
    return true;
}

static void close_whale(Whale *w) {
    iarg_free(w->iarg);
    encodings_free(w->functions);
    clauses_close(&w->clauses);
    system_free(w->system);
}

static void run(const void *config, const Task *task, Claim *claim) {
    (void)config;
    Whale w;
    if (!open_whale(&w, task, claim))
        return;
    unwind(&w, claim);
    write_summaries(&w); // as strong as they were found: other callers may need more
    if (claim->kind == CLAIM_SAFE && !claim->proof.unwound) {
        if (w.refinements)
            update_summaries(&w);
        clauses_invariants(&w.clauses, encodings_known(w.functions), NULL, claim);
    }
    if (given(task->options->graph))
        iarg_print_dot(w.iarg, &claim->graph);
    if (claim->kind == CLAIM_NOTHING && !*claim->reason.text)
        reason_set(&claim->reason, "interpolation");
    record(&w);
    close_whale(&w);
}

const Engine engine_whale = {
    .name = "whale",
    .summary = "procedures and recursion: calls are unwound, interpolants give a guard and a summary of each function",
    .handles = FEATURES_ALL & ~FEATURE_THREADS,
    .run = run,
    .unwinds = true,
    .keeps_calls = true,
};
