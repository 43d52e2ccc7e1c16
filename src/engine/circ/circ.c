// circ.c - context inference: the loop, and ReachAndBuild
//
// See circ.h for the words.  CIRC guesses a context that does nothing, follows a thread of each template beside it, and
// takes what these threads did for the next context, until the context does all that its threads do.  A state that can
// fail is a path of several threads; where that cannot be taken it gives predicates, or the counters count further.
//
// All templates are followed in one search: a thread that is made is followed from there on, too, with its maker
// among those that are counted.
#include "engine/circ/circ.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/stats.h"

// ---- counts ----
static const uint8_t *counts_of(const Circ *c, uint32_t number) {
    return c->counts.at + (size_t)number * c->context.locations;
}

static uint32_t intern_counts(Circ *c, const uint8_t *counts) {
    uint32_t n = c->context.locations;
    for (uint32_t collisions = 0;; collisions++) {
        uint64_t key = hash_bytes(counts, n, collisions);
        uint32_t i = map_find(&c->counts_at, key);
        if (i && (!n || !memcmp(counts_of(c, i - 1), counts, n)))
            return i - 1;
        if (i)
            continue;
        for (uint32_t k = 0; k < n; k++)
            vec_push(&c->counts, counts[k]);
        map_put(&c->counts_at, key, ++c->n_counts);
        return c->n_counts - 1;
    }
}

// One more, one less at a location; NONE is none.
static void more(const Circ *c, uint8_t *counts, uint32_t location) {
    if (location != NONE && counts[location] != MANY)
        counts[location] = counts[location] == c->k ? MANY : counts[location] + 1;
}

static void fewer(uint8_t *counts, uint32_t location) {
    if (counts[location] != MANY)
        counts[location]--;
}

static uint32_t location_of(const Circ *c, uint32_t control) {
    return control < c->context.mu.count ? c->context.mu.at[control] : NONE;
}

// The vector with one thread at 'gone' less, and one at each of the others more.
static uint32_t moved(Circ *c, uint32_t counts, uint32_t gone, uint32_t a, uint32_t b) {
    uint32_t n = c->context.locations;
    uint8_t *copy = base_alloc(n + 1);
    if (n)
        memcpy(copy, counts_of(c, counts), n);
    if (gone != NONE)
        fewer(copy, gone);
    more(c, copy, a);
    more(c, copy, b);
    uint32_t out = intern_counts(c, copy);
    free(copy);
    return out;
}

// ---- states ----
static void add_state(Circ *c, State s) {
    for (uint32_t collisions = 0;; collisions++) {
        uint64_t words[4] = { s.point, s.counts, s.global, s.own };
        uint64_t key = hash_bytes(words, sizeof words, collisions);
        uint32_t i = map_find(&c->states_at, key);
        if (i) {
            const State *o = &c->states.at[i - 1];
            if (o->point == s.point && o->counts == s.counts && o->global == s.global && o->own == s.own)
                return;
            continue;
        }
        vec_push(&c->states, s);
        map_put(&c->states_at, key, c->states.count);
        return;
    }
}

static void forget_states(Circ *c) {
    map_free(&c->states_at);
    map_free(&c->counts_at);
    c->states_at = c->counts_at = (Map){ 0 };
    c->states.count = c->counts.count = c->n_counts = 0;
}

static void add_start(Circ *c) {
    VecValuation first = { 0 };
    uint32_t entry = map_find(&c->point_of, c->p->funcs.at[c->p->entry].entry) - 1;
    uint8_t *none = base_alloc(c->context.locations + 1);
    uint32_t counts = intern_counts(c, none);
    circ_initial(c, &first);
    for (uint32_t i = 0; i < first.count; i++) {
        Valuation v = first.at[i];
        circ_control(c, entry, v.own);
        add_state(c, (State){ entry, counts, v.global, v.own, NONE, HOW_START, NONE, 0, 0 });
    }
    free(none);
    vec_free(&first);
}

// ---- steps ----
static uint32_t entry_of(const Circ *c, uint32_t template) {
    return map_find(&c->point_of, c->p->funcs.at[c->ts->all.at[template].func].entry) - 1;
}

// The thread takes a piece.  True: it comes to where it must not.
static bool own_step(Circ *c, uint32_t state, uint32_t number, Valuation v) {
    const Piece *piece = &c->pieces.at[number];
    State s = c->states.at[state];
    State next = { piece->to, s.counts, v.global, v.own, state, HOW_OWN, number, 0, v.child };
    if (c->points.at[piece->to].ends) {
        vec_push(&c->states, next);
        return true;
    }
    uint32_t here = circ_control(c, s.point, s.own), there = circ_control(c, piece->to, v.own), child = NONE;
    if (piece->spawn) {
        uint32_t entry = entry_of(c, piece->spawn->template);
        child = circ_control(c, entry, v.child);
        State born = { entry,    moved(c, s.counts, NONE, location_of(c, there), NONE),
                       v.global, v.child,
                       state,    HOW_BORN,
                       number,   v.own,
                       0 };
        add_state(c, born);
        next.counts = moved(c, s.counts, NONE, location_of(c, child), NONE);
    }
    circ_connect(c, &(ArgEdge){ here, there, number, child, s.global, v.global });
    add_state(c, next);
    return false;
}

static bool own_steps(Circ *c, uint32_t state) {
    State s = c->states.at[state];
    for (uint32_t i = 0; i < c->points.at[s.point].out.count; i++) {
        uint32_t number = c->points.at[s.point].out.at[i];
        const VecValuation *post = circ_post(c, number, s.global, s.own);
        for (uint32_t k = 0; k < post->count; k++)
            if (own_step(c, state, number, post->at[k]))
                return true;
    }
    return false;
}

// A thread that is counted at 'from' takes an edge of the context.
static void context_step(Circ *c, uint32_t state, uint32_t number) {
    const ContextEdge *e = &c->context.edges.at[number];
    State s = c->states.at[state];
    uint64_t affected = c->pieces.at[e->piece].effect[c->points.at[s.point].template];
    const VecValuation *views = circ_view(c, s.point, s.own, affected, e->after);
    uint32_t counts = moved(c, s.counts, e->from, e->to, e->child);
    for (uint32_t i = 0; i < views->count; i++)
        add_state(c, (State){ s.point, counts, e->after, views->at[i].own, state, HOW_CONTEXT, number, 0, 0 });
}

static void context_steps(Circ *c, uint32_t state, uint32_t location) {
    for (uint32_t i = 0; i < c->context.out.at[location].count; i++) {
        uint32_t number = c->context.out.at[location].at[i];
        if (c->context.edges.at[number].before == c->states.at[state].global)
            context_step(c, state, number);
    }
}

// Who is in an atomic section; NONE: nobody that is counted.
static uint32_t who_is_inside(const Circ *c, uint32_t counts) {
    for (uint32_t q = 0; q < c->context.locations; q++)
        if (c->context.inside.at[q] && counts_of(c, counts)[q])
            return q;
    return NONE;
}

// The states that a thread of each template and the context reach; the ARG gets what the threads do.  The number of a
// state that fails, or NONE.
static uint32_t reach_and_build(Circ *c) {
    forget_states(c);
    add_start(c);
    for (uint32_t i = 0; i < c->states.count && !c->undecided; i++) {
        State s = c->states.at[i];
        uint32_t inside = who_is_inside(c, s.counts);
        if (limits_hit() || c->states.count > MOST_STATES) {
            c->failed = limits_hit() ? "interrupted" : "size";
            return NONE;
        }
        if (inside == NONE && own_steps(c, i))
            return c->states.count - 1;
        for (uint32_t q = 0; q < c->context.locations; q++)
            if (counts_of(c, s.counts)[q] && (inside == NONE ? !c->points.at[s.point].inside : q == inside))
                context_steps(c, i, q);
    }
    stat_set(STAT_nodes, c->states.count);
    return NONE;
}

// ---- the loop ----
// Infers a context for the predicates and k at hand.  NONE: no thread fails beside it; else a state that does.
static uint32_t infer_context(Circ *c) {
    circ_forget(c);
    uint32_t bad;
    do {
        circ_collapse(c);
        bad = reach_and_build(c);
    } while (bad == NONE && !c->failed && !c->undecided && !circ_check_sim(c));
    stat_set(STAT_context_locations, c->context.locations);
    return bad;
}

// CIRC: contexts are inferred until one is safe, or a path of several threads is real.
static void circ(Circ *c) {
    for (uint32_t round = 1; round <= MOST_ROUNDS; round++) {
        progress("circ: round %u, k = %u", round, c->k);
        stat_set(STAT_context_k, c->k);
        uint32_t bad = infer_context(c);
        if (c->failed || c->undecided)
            return;
        if (bad == NONE) {
            circ_claim_proof(c);
            return;
        }
        stat_set(STAT_refinements, round);
        switch (circ_refine(c, bad)) {
        case REFINED:
            break;
        case REAL:
        case STUCK:
            return;
        }
    }
    c->failed = "refinement";
}

// ---- the engine ----
static Term origin(void *context, Term variable) {
    const Circ *c = context;
    uint32_t id = map_find(&c->origin, variable.id);
    return id ? (Term){ id } : variable;
}

static bool varies(void *context, Term variable) {
    (void)context;
    (void)variable;
    return false;
}

static void give_up(const Circ *c, Claim *claim) {
    if (claim->kind != CLAIM_NOTHING || *claim->reason.text)
        return;
    const char *reason = c->failed ? c->failed : "solver";
    reason_set(&claim->reason, "%s", reason);
    reason_set(&claim->detail, "the context of the threads was not found with %u predicates and counters up to %u",
               c->global.count, c->k);
}

// Predicates of the user; those about variables of a thread are not about its template, and are left out.
static void follow(Circ *c, const VecFollowed *followed) {
    for (uint32_t i = 0; followed && i < followed->count; i++) {
        VecTerm vars = { 0 };
        bool global = followed->at[i].predicate.id != 0;
        if (global)
            term_vars(c->t, followed->at[i].predicate, &vars);
        for (uint32_t k = 0; k < vars.count; k++) {
            VarId v = program_var_of(c->p, vars.at[k]);
            global &= v && !c->p->vars.at[v].func;
        }
        if (global)
            circ_add_predicate(c, NONE, followed->at[i].predicate);
        vec_free(&vars);
    }
}

static Term of_program(void *context, Term variable) {
    const Circ *c = context;
    VarId v = program_var_of(c->p, variable);
    VarId of = v ? templates_var(c->ts, v) : 0;
    return of ? var_term(c->ts->old, of) : variable;
}

// For --precision-out: the predicates over variables of the program; those about ghosts are the engine's affair.
static void note_predicate(Circ *c, FuncId func, Term predicate) {
    VecTerm vars = { 0 };
    bool good = true;
    Followed f = { c->ts->old->funcs.at[func].entry, term_map(c->t, predicate, of_program, c, NULL) };
    term_vars(c->t, f.predicate, &vars);
    for (uint32_t i = 0; i < vars.count && good; i++)
        good = program_var_of(c->ts->old, vars.at[i]) != 0;
    for (uint32_t i = 0; i < c->claim->followed.count && good; i++)
        good = c->claim->followed.at[i].loc != f.loc || !term_same(c->claim->followed.at[i].predicate, f.predicate);
    if (good)
        vec_push(&c->claim->followed, f);
    vec_free(&vars);
}

static void note_predicates(Circ *c) {
    for (uint32_t i = 0; i < c->global.count; i++)
        note_predicate(c, c->ts->old->entry, c->global.at[i]);
    for (uint32_t i = 0; i < c->ts->all.count; i++)
        for (uint32_t k = 0; k < c->own[i].at.count; k++)
            note_predicate(c, c->ts->all.at[i].old, c->own[i].at.at[k]);
}

static void release(Circ *c) {
    circ_forget(c);
    forget_states(c);
    for (uint32_t i = 0; i < c->points.count; i++)
        vec_free(&c->points.at[i].out);
    circ_forget_posts(c);
    for (uint32_t i = 0; i < c->pieces.count; i++) {
        vec_free(&c->pieces.at[i].edges);
        vec_free(&c->pieces.at[i].after_global);
        vec_free(&c->pieces.at[i].after_own);
        vec_free(&c->pieces.at[i].child);
        block_free(&c->pieces.at[i].block);
    }
    for (uint32_t i = 0; i < c->ts->all.count; i++)
        vec_free(&c->own[i].at);
    vec_free(&c->global);
    vec_free(&c->points);
    vec_free(&c->pieces);
    vec_free(&c->states);
    vec_free(&c->counts);
    map_free(&c->point_of);
    map_free(&c->origin);
    map_free(&c->thread_of);
    refiner_free(c->refiner);
    smt_free(c->smt);
    blocks_free(c->blocks);
    templates_free(c->ts);
}

static void run(const void *config, const Task *task, Claim *claim) {
    enum { MOST_SOLVER_STEPS = 40000000 };
    (void)config;
    Circ c = { .task = task, .claim = claim, .k = 1, .t = task->program->terms };
    Reason why;
    c.ts = templates_new(task->program, &why);
    if (!c.ts) {
        reason_set(&claim->reason, "threads");
        reason_set(&claim->detail, "the threads are not templates (%s)", why.text);
        return;
    }
    c.p = c.ts->p;
    c.blocks = blocks_new(c.p);
    c.smt = smt_new(c.t, (SmtLimits){ .resources = MOST_SOLVER_STEPS });
    c.refiner = refiner_new(c.t, origin, varies, &c);
    circ_points(&c);
    follow(&c, task->followed);
    circ_predicates_changed(&c);
    circ(&c);
    note_predicates(&c);
    give_up(&c, claim);
    release(&c);
}

const Engine engine_circ = {
    .name = "circ",
    .summary = "context inference: any number of threads, as an abstract thread with counters",
    .handles = FEATURES_ALL & ~FEATURE_CALLS,
    .schedules = true,
    .unwinds = true,
    .run = run,
};
