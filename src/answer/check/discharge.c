// discharge.c - proves conditions, and says which one failed
#include "answer/check/discharge.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/stats.h"
#include "logic/reason/integer.h"
#include "logic/smt/smt_process.h"

// Solver steps of the attempts at a condition, in order.
enum { SESSION_STEPS = 2000000, FEW_STEPS = 4000000, MORE_STEPS = 40000000, MANY_STEPS = 150000000 };

bool proof_reject(ProofCheck *out, const char *reason, const char *format, ...) {
    assert(*reason && "RESULT: unknown() says why");
    va_list list;
    va_start(list, format);
    vsnprintf(out->detail.text, sizeof out->detail.text, format, list);
    va_end(list);
    reason_set(&out->reason, "%s", reason);
    out->stands = false;
    return false;
}

// ---- words ----
const char *condition_kind_text(ConditionKind kind) {
    switch (kind) {
    case CONDITION_START:
        return "start";
    case CONDITION_STEP:
        return "step";
    case CONDITION_CALL:
        return "call";
    case CONDITION_RETURN:
        return "return";
    case CONDITION_ERROR:
        return "error";
    case CONDITION_UNMODELLED:
        return "unmodelled";
    case CONDITION_CREATE:
        return "create";
    case CONDITION_INTERFERENCE:
        return "interference";
    }
    return "";
}

void location_print(const Program *p, LocId loc, Text *out) {
    assert(loc && loc < p->locs.count);
    SrcPos pos = p->locs.at[loc].pos;
    if (loc == p->error)
        text_add(out, "the error");
    else if (pos.line && pos.file < p->files.count)
        text_add(out, "%s:%u", program_text(p, p->files.at[pos.file]), pos.line);
    else
        text_add(out, "L%u", loc);
}

static const char *what_failed(ConditionKind kind) {
    switch (kind) {
    case CONDITION_START:
        return "the invariant at the entry need not hold when the program starts";
    case CONDITION_STEP:
        return "the invariant at the end of a block does not follow from that at its beginning";
    case CONDITION_CALL:
        return "the invariant at the entry of a function does not follow from that at a call";
    case CONDITION_RETURN:
        return "the invariant after a call does not follow from that before it and the summary";
    case CONDITION_ERROR:
        return "the invariant does not exclude that the error is reached";
    case CONDITION_UNMODELLED:
        return "the invariant does not exclude a command that is not modelled";
    case CONDITION_CREATE:
        return "the invariant at the entry of a new thread does not follow from that of its creator";
    case CONDITION_INTERFERENCE:
        return "a step of another thread does not keep the invariant";
    }
    return "";
}

static bool has_call(const Program *p, LocId loc) {
    for_out_edges(p, loc, e) {
        if (p->edges.at[e].cmd.kind == CMD_CALL)
            return true;
    }
    return false;
}

static void report_failure(const Program *p, ProofCheck *out, const ProofCondition *c, const char *why) {
    Text from = { 0 }, to = { 0 };
    location_print(p, c->from, &from);
    location_print(p, c->to, &to);
    bool calls = c->kind == CONDITION_UNMODELLED && has_call(p, c->to);
    proof_reject(out, calls ? "calls" : "proof check failed", "%s condition from %s (L%u) to %s (L%u) %s: %s",
                 condition_kind_text(c->kind), from.at, c->from, to.at, c->to, why, what_failed(c->kind));
    vec_free(&from);
    vec_free(&to);
}

// ---- discharging ----
typedef struct Prover {
    const Program *p;
    Terms *t;
    Smt *smt;
    Integers *integers;
    SmtProcess *second; // NULL: not asked
    double seconds;
    Smt *session; // for conditions with a common part
    Term common;  // asserted there; or none
} Prover;

Term condition_formula(const Program *p, const ProofCondition *c) {
    assert(c->premise.id && c->conclusion.id);
    return term_and(p->terms, c->premise, term_not(p->terms, c->conclusion));
}

static SmtAnswer ask(Prover *v, Term formula, uint64_t steps) {
    smt_set_limits(v->smt, (SmtLimits){ .seconds = v->seconds, .resources = steps });
    return smt_solve(v->smt, formula);
}

// Has the formula no model?
static ProvedBy prove(Prover *v, Term formula, bool *refuted) {
    assert(sort_kind(v->t, term_sort(v->t, formula)) == SORT_BOOL);
    SmtAnswer bits = ask(v, formula, FEW_STEPS);
    if (bits == SMT_UNKNOWN && !limits_hit()) {
        if (ask(v, integers_translate(v->integers, formula), MORE_STEPS) == SMT_UNSAT)
            return PROVED_INTEGERS;
        bits = ask(v, formula, MANY_STEPS);
    }
    *refuted |= bits == SMT_SAT;
    return bits == SMT_UNSAT ? PROVED_BITS : PROVED_NOT;
}

// Part by part, where all at once was too much.
static ProvedBy prove_parts(Prover *v, const ProofCondition *c, bool *refuted) {
    ProvedBy by = PROVED_BITS;
    uint32_t n = term_op(v->t, c->conclusion) == OP_AND ? term_arity(v->t, c->conclusion) : 0;
    for (uint32_t i = 0; i < n && by != PROVED_NOT && !limits_hit(); i++) {
        Term part = term_not(v->t, term_arg(v->t, c->conclusion, i));
        ProvedBy one = prove(v, term_and(v->t, c->premise, part), refuted);
        by = one == PROVED_BITS ? by : one;
    }
    return n && !limits_hit() ? by : PROVED_NOT;
}

// The conditions of a thread-modular proof are many and small, and those about one point have most of their premise in
// common.  So it stays asserted, and the solver's work on it is kept: a new solver for each costs ten times as much.
static bool prove_in_session(Prover *v, const ProofCondition *c) {
    if (!c->common.id)
        return false;
    smt_set_limits(v->session, (SmtLimits){ .seconds = v->seconds, .resources = SESSION_STEPS });
    if (!term_same(v->common, c->common)) {
        if (v->common.id)
            smt_pop(v->session);
        smt_push(v->session);
        smt_assert(v->session, c->common);
        v->common = c->common;
    }
    smt_push(v->session);
    smt_assert(v->session, condition_formula(v->p, c));
    SmtAnswer answer = smt_check(v->session);
    smt_pop(v->session);
    return answer == SMT_UNSAT;
}

static SecondOpinion ask_second(Prover *v, Term formula) {
    assert(v->second);
    SmtValidity valid = smt_process_valid(v->second, term_not(v->t, formula));
    if (valid == SMT_UNDECIDED) {
        Term over = integers_translate(v->integers, formula);
        valid = smt_process_valid(v->second, term_not(v->t, over)) == SMT_VALID ? SMT_VALID : SMT_UNDECIDED;
    }
    switch (valid) {
    case SMT_VALID:
        return SECOND_AGREES;
    case SMT_INVALID:
        return SECOND_DISAGREES;
    case SMT_UNDECIDED:
        break;
    }
    return SECOND_UNDECIDED;
}

static bool discharge_one(Prover *v, ProofCondition *c) {
    assert(c->by == PROVED_NOT && !c->refuted && c->second == SECOND_NOT_ASKED);
    Term formula = condition_formula(v->p, c);
    if (term_op(v->t, formula) == OP_FALSE) {
        c->by = PROVED_BITS;
        c->second = v->second ? SECOND_AGREES : SECOND_NOT_ASKED;
        return true;
    }
    c->by = prove_in_session(v, c) ? PROVED_BITS : prove(v, formula, &c->refuted);
    if (c->by == PROVED_NOT && !c->refuted)
        c->by = prove_parts(v, c, &c->refuted);
    if (c->by != PROVED_NOT && v->second)
        c->second = ask_second(v, formula);
    return c->by != PROVED_NOT && (c->second == SECOND_NOT_ASKED || c->second == SECOND_AGREES);
}

static const char *why_failed(const ProofCondition *c) {
    if (c->second == SECOND_DISAGREES)
        return "is refuted by the second solver";
    if (c->second == SECOND_UNDECIDED)
        return "was not decided by the second solver";
    return c->refuted ? "does not hold" : "was not proved";
}

static void note_failure(Prover *v, ProofCheck *out, uint32_t i) {
    assert(i < out->conditions.count);
    if (out->failed != UINT32_MAX)
        return;
    out->failed = i;
    report_failure(v->p, out, &out->conditions.at[i], why_failed(&out->conditions.at[i]));
}

static void record(const ProofCheck *out) {
    stat_set(STAT_conditions, out->conditions.count);
    stat_set(STAT_conditions_by_bits, out->by_bits);
    stat_set(STAT_conditions_by_integers, out->by_integers);
    stat_set(STAT_conditions_by_second, out->by_second);
}

void proof_discharge(const Program *p, const ProofOptions *options, ProofCheck *out) {
    Prover v = { .p = p, .t = p->terms, .seconds = options->seconds > 0 ? options->seconds : 60 };
    v.smt = smt_new(p->terms, (SmtLimits){ 0 });
    v.session = smt_new(p->terms, (SmtLimits){ 0 });
    v.integers = integers_new(p->terms);
    if (options->check_with_cvc5)
        v.second = smt_process_new(p->terms, NULL, (SmtLimits){ .seconds = v.seconds });
    bool good = true;
    for (uint32_t i = 0; i < out->conditions.count && (good || options->all); i++) {
        ProofCondition *c = &out->conditions.at[i];
        progress("checking the proof: condition %u of %u", i + 1, out->conditions.count);
        if (limits_hit() || !discharge_one(&v, c)) {
            good = false;
            note_failure(&v, out, i);
        }
        out->by_bits += c->by == PROVED_BITS;
        out->by_integers += c->by == PROVED_INTEGERS;
        out->by_second += c->second == SECOND_AGREES;
        record(out);
    }
    progress_clear();
    out->stands = good;
    if (v.second)
        smt_process_free(v.second);
    integers_free(v.integers);
    smt_free(v.session);
    smt_free(v.smt);
}

// ---- checks ----
void proof_check_check(const ProofCheck *check) {
    if (check->stands == !!*check->reason.text || (check->stands && check->failed != UINT32_MAX))
        bug("proof_check_check: it stands and gives a reason against it, or neither");
    if (check->by_bits + check->by_integers > check->conditions.count)
        bug("proof_check_check: more conditions are proved than there are");
    for (uint32_t i = 0; check->stands && i < check->conditions.count; i++) {
        const ProofCondition *c = &check->conditions.at[i];
        if (c->by == PROVED_NOT || c->refuted)
            bug("proof_check_check: condition %u of a proof that stands is not proved", i);
        if (c->second != SECOND_NOT_ASKED && c->second != SECOND_AGREES)
            bug("proof_check_check: the second solver does not agree on condition %u", i);
    }
}

void proof_check_free(ProofCheck *check) {
    vec_free(&check->conditions);
}
