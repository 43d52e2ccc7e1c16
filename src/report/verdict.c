#include "report/verdict.h"
#include "base/limits.h"

// ---- life ----
void task_facts_free(TaskFacts *t) {
    vec_free(&t->files);
}

void program_facts_free(ProgramFacts *p) {
    vec_free(&p->checks);
    vec_free(&p->assumptions);
}

void verdict_free(Verdict *v) {
    vec_free(&v->invariants);
    vec_free(&v->contracts);
    vec_free(&v->shared);
    story_free(&v->story);
    vec_free(&v->members);
    vec_free(&v->tests.failing);
    vec_free(&v->tests.missed);
    vec_free(&v->tests.notes);
    vec_free(&v->cover.places);
    vec_free(&v->cover.assumes);
    vec_free(&v->cover.notes);
    vec_free(&v->suite.differences);
    vec_free(&v->messages);
    vec_free(&v->warnings);
}

Verdict verdict_unknown(const char *property, const char *reason, const char *detail) {
    assert(property && reason && *reason);
    return (Verdict){ .property = property, .reason = reason, .detail = detail };
}

Verdict verdict_error(int code, const Reason *why, Arena *arena) {
    assert(code != EXIT_TRUE && code != EXIT_FALSE && code != EXIT_UNKNOWN);
    Verdict v = { .outcome = OUTCOME_ERROR, .error = code };
    vec_push(&v.messages, arena_strdup(arena, why->text));
    return v;
}

// ---- what it says ----
CheckState verdict_check_state(const Verdict *v, const Check *c) {
    const StoryPlace *at = &v->story.where;
    if (v->outcome == OUTCOME_TRUE || c->state == CHECK_PROVED)
        return CHECK_PROVED;
    if (c->state == CHECK_FAILS)
        return CHECK_FAILS;
    bool other = v->goal && strcmp(v->goal, c->what) != 0;
    bool there = !other && v->outcome == OUTCOME_FALSE && at->line == c->at.line && at->column == c->at.column;
    return there && at->file && c->at.file && !strcmp(at->file, c->at.file) ? CHECK_FAILS : CHECK_OPEN;
}

bool verdict_is_decided(const Verdict *v) {
    return v->outcome != OUTCOME_UNKNOWN || v->reason;
}

int verdict_exit_code(const Verdict *v) {
    assert(verdict_is_decided(v));
    switch (v->outcome) {
    case OUTCOME_UNKNOWN:
        return EXIT_UNKNOWN;
    case OUTCOME_TRUE:
        return EXIT_TRUE;
    case OUTCOME_FALSE:
        return EXIT_FALSE;
    case OUTCOME_DONE:
        return EXIT_TRUE;
    case OUTCOME_ERROR:
        return v->error;
    }
    return EXIT_BUG;
}

char *verdict_result(const Verdict *v, Arena *arena) {
    assert(verdict_is_decided(v) && v->outcome != OUTCOME_ERROR);
    if (v->outcome == OUTCOME_TRUE)
        return arena_strdup(arena, "true");
    if (v->outcome == OUTCOME_DONE)
        return arena_strdup(arena, "done");
    return v->outcome == OUTCOME_FALSE ? arena_printf(arena, "false(%s)", v->property)
                                       : arena_printf(arena, "unknown(%s)", v->reason);
}

static const char *plural(uint64_t n) {
    return n == 1 ? "" : "s";
}

static char *conditions_text(const ProofFacts *f, Arena *arena) {
    uint32_t n = f->conditions;
    if (!n)
        return arena_strdup(arena, "no path of the program leads to a violation");
    return arena_printf(arena, "%u condition%s: %u proved over bit-vectors, %u over integers%s", n, plural(n),
                        f->by_bits, f->by_integers, f->by_second ? ", all by cvc5 as well" : "");
}

static char *witness_text(const ProofFacts *f, Arena *arena) {
    uint32_t n = f->witness_invariants;
    return arena_printf(
        arena, "%u invariant%s of the witness hold%s; %u conditions: %u proved over bit-vectors, %u over integers", n,
        plural(n), n == 1 ? "s" : "", f->conditions, f->by_bits, f->by_integers);
}

char *proof_facts_text(const ProofFacts *f, Arena *arena) {
    switch (f->kind) {
    case PROOF_NONE:
        return NULL;
    case PROOF_INVARIANTS:
        return conditions_text(f, arena);
    case PROOF_WITNESS:
        return witness_text(f, arena);
    case PROOF_UNROLLED:
        return arena_printf(arena, "fully unrolled; confirmed by a second, independent unrolling (%u round%s)",
                            f->rounds, plural(f->rounds));
    case PROOF_ONLY_RUN:
        return arena_printf(arena, "the program has no inputs, and its only run (%llu step%s) was followed to its end",
                            (unsigned long long)f->steps, plural(f->steps));
    case PROOF_HEAPS:
        return arena_printf(arena,
                            "%u symbolic heap%s at %u loop%s: each step leads from one to another, none to a violation",
                            f->heaps, plural(f->heaps), f->points, plural(f->points));
    case PROOF_LOCKS:
        return arena_printf(
            arena,
            "no two of %u accesses race: of the pairs that may meet, %u have a common lock, %u are both "
            "atomic, %u are ordered by the making and joining of threads",
            f->accesses, f->locked, f->atomic, f->ordered);
    }
    return NULL;
}

// ---- what always holds ----
static bool has_story(const Verdict *v) {
    return v->story.what || v->story.steps.count || v->story.inputs.count || v->story.calls.count;
}

static bool has_tests(const Verdict *v) {
    return v->tests.api || v->cover.what || v->suite.directory;
}

static const char *fault_of_outcome(const Verdict *v) {
    bool proof = v->proof.kind != PROOF_NONE;
    switch (v->outcome) {
    case OUTCOME_TRUE:
        return v->reason      ? "TRUE with a reason"
               : !proof       ? "TRUE without a proof"
               : has_story(v) ? "TRUE with a story"
                              : NULL;
    case OUTCOME_FALSE:
        return v->reason                      ? "FALSE with a reason"
               : !v->story.what               ? "FALSE without a story"
               : proof || v->invariants.count ? "FALSE with a proof"
               : v->replay == REPLAY_REFUTED  ? "FALSE of a run that was refuted"
                                              : NULL;
    case OUTCOME_UNKNOWN:
        return v->reason && !*v->reason ? "UNKNOWN with an empty reason"
               : proof                  ? "UNKNOWN with a proof"
               : has_story(v)           ? "UNKNOWN with a story"
                                        : NULL;
    case OUTCOME_DONE:
        return v->reason       ? "DONE with a reason"
               : !has_tests(v) ? "DONE without tests"
               : proof         ? "DONE with a proof"
               : has_story(v)  ? "DONE with a story"
                               : NULL;
    case OUTCOME_ERROR:
        if (v->error == EXIT_BUG)
            return NULL;
        return v->error != EXIT_USAGE && v->error != EXIT_INPUT ? "ERROR with an exit code of something else"
               : !v->messages.count                             ? "ERROR without a message"
                                                                : NULL;
    }
    return "an outcome that does not exist";
}

const char *verdict_fault(const Verdict *v) {
    const ProofFacts *f = &v->proof;
    uint32_t winners = 0;
    for (uint32_t i = 0; i < v->members.count; i++)
        winners += v->members.at[i].won;
    if (winners > 1)
        return "several members won";
    if (v->tests.covered > v->tests.executed || v->tests.executed > v->tests.branches)
        return "more branches covered than there are";
    if (verdict_is_decided(v) && v->outcome != OUTCOME_ERROR && !v->property)
        return "no property";
    if ((uint64_t)f->by_bits + f->by_integers > f->conditions || f->by_second > f->conditions)
        return "more conditions proved than there are";
    return fault_of_outcome(v);
}

void verdict_check(const Verdict *v) {
#ifndef NDEBUG
    const char *fault = verdict_fault(v);
    if (fault)
        bug("a verdict that cannot be: %s", fault);
#endif
    (void)v;
}
