#include "engine/slam/cubes.h"

enum { MOST_QUESTIONS = 3000, MOST_SAMPLES = 400 };

typedef struct Finder {
    AbstractStep *s;
    Smt *smt;
    Terms *t;
    uint32_t n, m;       // predicates before, after
    VEC(int8_t) samples; // of models of the step: values of all predicates
    uint32_t questions;
    uint32_t target; // predicate after; m: none, the step is to be impossible
    bool negated;
    VecCube *found;
} Finder;

static Term predicate(const Finder *f, uint32_t i) {
    return i < f->n ? f->s->before.at[i] : f->s->after.at[i - f->n];
}

static Term literal(const Finder *f, uint32_t l) {
    assert(l / 2 < f->n + f->m);
    return l % 2 ? term_not(f->t, predicate(f, l / 2)) : predicate(f, l / 2);
}

// ---- samples ----
static void add_sample(Finder *f) {
    if (f->samples.count / (f->n + f->m + 1) >= MOST_SAMPLES)
        return;
    for (uint32_t i = 0; i < f->n + f->m; i++) {
        Term v = smt_value(f->smt, predicate(f, i));
        vec_push(&f->samples, v.id ? (term_op(f->t, v) == OP_TRUE) : -1);
    }
    vec_push(&f->samples, 0); // so that there is something for each
}

static bool satisfies(const int8_t sample[], const Cube *c) {
    for (uint32_t i = 0; i < c->n; i++)
        if (sample[c->literal[i] / 2] != !(c->literal[i] % 2))
            return false;
    return true;
}

// Is there a model of the step and the cube in which the target is not so?
static bool is_refuted(const Finder *f, const Cube *c) {
    uint32_t width = f->n + f->m + 1;
    assert(f->samples.count % width == 0);
    for (uint32_t i = 0; i < f->samples.count; i += width) {
        const int8_t *sample = &f->samples.at[i];
        bool hit = f->target == f->m || sample[f->n + f->target] == (int8_t)f->negated;
        if (hit && satisfies(sample, c))
            return true;
    }
    return false;
}

// ---- cubes ----
static bool includes(const Cube *c, const Cube *small) {
    for (uint32_t i = 0; i < small->n; i++) {
        bool there = false;
        for (uint32_t k = 0; k < c->n; k++)
            there = there || c->literal[k] == small->literal[i];
        if (!there)
            return false;
    }
    return true;
}

static bool is_known(const Finder *f, const Cube *c) {
    for (uint32_t i = 0; i < f->found->count; i++)
        if (includes(c, &f->found->at[i]))
            return true;
    for (uint32_t i = 0; i < f->s->never.count; i++)
        if (includes(c, &f->s->never.at[i]))
            return true;
    return false;
}

static void ask(Finder *f, const Cube *c) {
    Term assumed[MOST_LITERALS + 1];
    uint32_t n = 0;
    if (is_known(f, c) || is_refuted(f, c) || f->questions++ > MOST_QUESTIONS)
        return;
    for (; n < c->n; n++)
        assumed[n] = literal(f, c->literal[n]);
    if (f->target < f->m)
        assumed[n++] = literal(f, 2 * (f->n + f->target) + !f->negated);
    SmtAnswer answer = smt_check_assuming(f->smt, n, assumed);
    if (answer == SMT_UNSAT)
        vec_push(f->found, *c);
    else if (answer == SMT_SAT)
        add_sample(f);
}

static void extend(Finder *f, Cube *c, uint32_t length, uint32_t from) {
    assert(c->n <= length && length <= MOST_LITERALS);
    if (c->n == length) {
        ask(f, c);
        return;
    }
    for (uint32_t i = from; i < f->n; i++)
        for (uint32_t sign = 0; sign < 2; sign++) {
            c->literal[c->n++] = 2 * i + sign;
            extend(f, c, length, i + 1);
            c->n--;
        }
}

static void find(Finder *f, uint32_t target, bool negated, uint32_t most, VecCube *found) {
    Cube c = { 0 };
    f->target = target;
    f->negated = negated;
    f->found = found;
    found->count = 0;
    for (uint32_t length = 0; length <= most && length <= f->n; length++)
        extend(f, &c, length, 0);
}

// A predicate that the step leaves as it is, or negates, is copied.
static bool copies(Finder *f, uint32_t j) {
    for (uint32_t i = 0; i < f->n; i++)
        for (uint32_t sign = 0; sign < 2; sign++) {
            Term p = literal(f, 2 * i + sign);
            if (!term_same(p, f->s->after.at[j]))
                continue;
            vec_push(&f->s->yes[j], (Cube){ 1, { 2 * i + sign } });
            vec_push(&f->s->no[j], (Cube){ 1, { 2 * i + !sign } });
            return true;
        }
    return false;
}

static void forget(AbstractStep *s) {
    for (uint32_t j = 0; j < s->done_after; j++) {
        vec_free(&s->yes[j]);
        vec_free(&s->no[j]);
    }
    free(s->yes);
    free(s->no);
    s->yes = s->no = NULL;
}

void step_abstract(AbstractStep *s, Smt *smt, uint32_t most_literals) {
    assert(s->keys.count == s->before.count + s->after.count);
    Finder f = { .s = s, .smt = smt, .t = smt_terms(smt), .n = s->before.count, .m = s->after.count };
    uint32_t most = most_literals < MOST_LITERALS ? most_literals : MOST_LITERALS;
    assert(!s->done || (s->done_before <= f.n && s->done_after <= f.m)); // predicates are only added
    if (s->done && s->done_before == f.n && s->done_after == f.m)
        return;
    forget(s);
    s->yes = base_alloc((f.m + 1) * sizeof *s->yes);
    s->no = base_alloc((f.m + 1) * sizeof *s->no);
    smt_push(smt);
    smt_assert(smt, s->guard);
    if (f.n || f.m) // without predicates a step is possible until a trace says otherwise
        find(&f, f.m, false, most, &s->never);
    for (uint32_t j = 0; j < f.m; j++)
        if (!copies(&f, j)) {
            find(&f, j, false, most, &s->yes[j]);
            find(&f, j, true, most, &s->no[j]);
        }
    smt_pop(smt);
    s->done_before = f.n;
    s->done_after = f.m;
    s->done = true;
    vec_free(&f.samples);
}

// ---- constraints ----
bool step_refute(AbstractStep *s, Smt *smt, const int8_t values[]) {
    Terms *t = smt_terms(smt);
    VecTerm assumed = { 0 };
    VecU32 which = { 0 }, core = { 0 };
    uint32_t n = s->before.count;
    assert(s->guard.id && s->keys.count == n + s->after.count);
    for (uint32_t i = 0; i < n + s->after.count; i++) {
        Term p = i < n ? s->before.at[i] : s->after.at[i - n];
        if (values[i] < 0)
            continue;
        vec_push(&assumed, values[i] ? p : term_not(t, p));
        vec_push(&which, i);
    }
    smt_push(smt);
    smt_assert(smt, s->guard);
    bool refuted = smt_check_assuming(smt, assumed.count, assumed.at) == SMT_UNSAT;
    if (refuted) {
        smt_core(smt, true, &core);
        Constraint *c = vec_add(&s->constraints);
        for (uint32_t i = 0; i < core.count; i++) {
            assert(core.at[i] < which.count);
            uint32_t k = which.at[core.at[i]];
            vec_push(&c->literals, (Literal){ s->keys.at[k], !values[k] });
            c->after = c->after || k >= n;
        }
    }
    smt_pop(smt);
    vec_free(&assumed);
    vec_free(&which);
    vec_free(&core);
    return refuted;
}

void step_free(AbstractStep *s) {
    forget(s);
    for (uint32_t i = 0; i < s->constraints.count; i++)
        vec_free(&s->constraints.at[i].literals);
    vec_free(&s->constraints);
    vec_free(&s->never);
    vec_free(&s->before);
    vec_free(&s->after);
    vec_free(&s->keys);
}
