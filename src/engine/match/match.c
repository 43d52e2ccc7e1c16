// match.c - concrete model checking with abstract matching and refinement
//
// After C. Pasareanu, R. Pelanek, W. Visser, "Concrete Model Checking with Abstract Matching and Refinement", CAV 2005.
// The program is executed; what is stored and matched are abstract states: the point and the values of the
// predicates.  So each state explored is real, and an error is one.  For each step the solver is asked whether the
// abstraction loses anything (match_exact.c); the conjuncts that fail are the predicates of the next iteration.  Where
// no step loses anything, every state of the program is in one of the abstract states, which then are an inductive
// invariant: that is the proof.
//
// Where we differ:
//   - a command is what a run does from one point of the cutpoint graph to the next (command.h).  Program counters that
//     are variables are control (program/pass/states.h), as are those of the paper; of threads it gets the product
//     (program/threads/interleave.h), in which where each thread is, and whether it waits, is control too;
//   - machine integers: a test at which the program ends otherwise counts as known, so a program can say how far its
//     counters go, and wrap-around is not looked at where it cannot happen;
//   - inputs: one run for each way and abstract state that the solver shows possible, and a question whether these are
//     all;
//   - --exactness may asks only whether the abstract states are closed under steps (a simulation), not whether every
//     state of one does what the explored one does (a bisimulation: must, the paper's way).  None is the paper's
//     lightweight variant: no solver, each step adds its predicates;
//   - invariants that hold in every run (system/invariants.h) are part of each abstract state; --facts none is the
//     paper's way.
//
// Calls that were not inlined are executed, and nothing is proved then.
#include "base/limits.h"
#include "base/stats.h"
#include "engine/match/match.h"
#include "program/edit.h"
#include "system/invariants.h"

// After how many inexact iterations in a row the concrete state becomes predicates.
enum { PATIENCE = 4, MOST_NODES = 2000000 };
static const double QUERY_SECONDS = 2;

typedef enum Outcome { OUTCOME_ERROR, OUTCOME_EXACT, OUTCOME_INEXACT, OUTCOME_LIMIT } Outcome;

// ---- abstract states ----
void match_values(Match *m, uint32_t point, uint8_t values[]) {
    for (uint32_t i = 0; i < m->followed[point].count; i++)
        values[i] = walker_holds(m->walker, predicates_terms(m->predicates)[m->followed[point].at[i]]);
}

Term match_literals(Match *m, uint32_t point, const uint8_t values[]) {
    VecTerm literals = { 0 };
    for (uint32_t i = 0; i < m->followed[point].count; i++) {
        Term predicate = predicates_terms(m->predicates)[m->followed[point].at[i]];
        vec_push(&literals, values[i] ? predicate : term_not(m->t, predicate));
    }
    Term all = term_and_n(m->t, literals.count, literals.at);
    vec_free(&literals);
    return all;
}

static uint64_t key_of(uint32_t point, uint32_t n, const uint8_t values[], uint32_t collisions) {
    return hash_bytes(n ? (const void *)values : "", n, hash_mix((uint64_t)point << 32 | collisions));
}

// The node with these values, or 0 and the key for a new one.
static uint32_t stored_node(const Match *m, uint32_t point, uint32_t n, const uint8_t values[], uint64_t *key) {
    for (uint32_t collisions = 0;; collisions++) {
        *key = key_of(point, n, values, collisions);
        uint32_t node = map_find(&m->stored, *key);
        if (!node)
            return 0;
        const MatchNode *old = &m->nodes.at[node - 1];
        if (old->point == point && (!n || !memcmp(old->values.at, values, n)))
            return node;
    }
}

// Takes the state.
static void store(Match *m, uint32_t point, uint32_t parent, uint32_t n, const uint8_t values[], uint64_t key,
                  RunState *state, const VecTaken *taken) {
    assert(n == m->followed[point].count);
    assert(parent <= m->nodes.count && !map_find(&m->stored, key)); // N2, N3
    MatchNode *node = vec_add(&m->nodes);
    node->point = point;
    node->parent = parent;
    node->first = m->taken.count;
    node->n = taken->count;
    node->state = state;
    for (uint32_t i = 0; i < taken->count; i++)
        vec_push(&m->taken, taken->at[i]);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&node->values, values[i]);
    node->formula = point == m->pc->graph->entry ? m->pc->initial : match_literals(m, point, values);
    node->formula = term_and(m->t, node->formula, m->invariants.at[point]);
    map_put(&m->stored, key, m->nodes.count);
    vec_push(&m->wait, m->nodes.count - 1);
}

// N1 to N3 of a node, and what its inputs are; a node that was explored has no state any more.
static void check_node(Match *m, uint32_t i) {
    const MatchNode *node = &m->nodes.at[i];
    uint64_t key;
    if (node->values.count != m->followed[node->point].count || !node->formula.id)
        bug("match_check: node %u has not a value for each predicate of its point", i);
    if (stored_node(m, node->point, node->values.count, node->values.at, &key) != i + 1)
        bug("match_check: node %u is not found by its point and values", i);
    if (node->parent > i || !node->parent != !i)
        bug("match_check: node %u is not younger than its parent", i);
    if ((uint64_t)node->first + node->n > m->taken.count)
        bug("match_check: node %u has inputs that nobody took", i);
    if (node->state)
        bug("match_check: node %u was not explored", i);
}

void match_check(Match *m) {
    for (uint32_t i = 0; i < m->nodes.count; i++)
        check_node(m, i);
}

// ---- one search ----
static void reset(Match *m) {
    for (uint32_t i = 0; i < m->nodes.count; i++) {
        run_state_free(m->nodes.at[i].state);
        vec_free(&m->nodes.at[i].values);
    }
    m->nodes.count = m->wait.count = m->next = m->taken.count = m->concrete = 0;
    map_free(&m->stored);
    m->exact = true;
    m->incomplete = false;
    memset(m->inexact_now, 0, m->pc->graph->points.count * sizeof *m->inexact_now);
}

static bool start(Match *m) {
    Walk walk;
    uint64_t key;
    walk_start(m->walker, NULL, NULL, &walk);
    bool going = walk.end == RUN_GOING;
    stored_node(m, m->pc->graph->entry, 0, NULL, &key);
    if (going) {
        store(m, m->pc->graph->entry, 0, 0, NULL, key, walk.state, &walk.taken);
        walk.state = NULL;
    }
    walk_free(&walk);
    return going;
}

static bool next_node(Match *m, uint32_t *node) {
    if (m->next == m->wait.count)
        return false;
    *node = m->depth_first ? vec_pop(&m->wait) : m->wait.at[m->next++];
    return true;
}

// The inputs of the run to a node's state, then those of a step from there.  Arguments are taken anew by a step from
// the entry.
static void run_to(Match *m, uint32_t node, const VecTaken *last) {
    VecU32 path = { 0 };
    m->to_error.count = 0;
    for (uint32_t n = node + 1; n; n = m->nodes.at[n - 1].parent)
        vec_push(&path, n - 1);
    assert(!vec_last(&path)); // the start
    bool anew = path.count == 1 && last->count && !last->at[0].edge;
    if (path.count > 1) {
        const MatchNode *first = &m->nodes.at[path.at[path.count - 2]];
        anew = first->n && !m->taken.at[first->first].edge;
    }
    for (uint32_t i = path.count; i-- > 0;) {
        const MatchNode *n = &m->nodes.at[path.at[i]];
        for (uint32_t k = 0; k < n->n && (i + 1 < path.count || !anew); k++)
            vec_push(&m->to_error, m->taken.at[n->first + k]);
    }
    for (uint32_t i = 0; i < last->count; i++)
        vec_push(&m->to_error, last->at[i]);
    vec_free(&path);
}

static bool ends_well(RunEnd end) {
    return end == RUN_RETURNED || end == RUN_EXITED || end == RUN_ABORTED || end == RUN_BLOCKED || end == RUN_TRAP ||
           end == RUN_MEMORY_ERROR;
}

static void match(Match *m, uint32_t node, MatchStep *step) {
    uint64_t key;
    bool stays = step->walk.state && run_state_same(step->walk.state, m->nodes.at[node].state);
    m->concrete += !stays; // a command that is not enabled generates nothing
    if (step->walk.end != RUN_GOING) {
        m->incomplete |= !ends_well(step->walk.end);
        return;
    }
    assert(step->values.count == m->followed[step->walk.point].count);
    if (stored_node(m, step->walk.point, step->values.count, step->values.at, &key))
        return;
    m->incomplete |= m->pc->bad[step->walk.point];
    store(m, step->walk.point, node + 1, step->values.count, step->values.at, key, step->walk.state, &step->walk.taken);
    step->walk.state = NULL;
}

// False: the error is reached.
static bool explore(Match *m, uint32_t node) {
    MatchSteps steps;
    uint32_t point = m->nodes.at[node].point;
    match_steps(m, node, &steps);
    bool safe = true;
    for (uint32_t i = 0; i < steps.count && safe; i++) {
        safe = steps.at[i].walk.end != RUN_ERROR;
        if (!safe)
            run_to(m, node, &steps.at[i].walk.taken);
    }
    for (uint32_t i = 0; i < steps.count && safe; i++)
        match_check_step(m, node, &steps.at[i]);
    if (safe)
        match_check_closed(m, node, &steps);
    if (safe && m->inexact_now[point] && m->inexact_for[point] >= PATIENCE)
        match_follow_state(m, node);
    for (uint32_t i = 0; i < steps.count && safe; i++)
        match(m, node, &steps.at[m->depth_first ? steps.count - 1 - i : i]);
    match_steps_free(&steps);
    run_state_free(m->nodes.at[node].state);
    m->nodes.at[node].state = NULL;
    return safe;
}

// alpha-search: concrete states are explored, abstract states are stored.
static Outcome search(Match *m) {
    uint32_t node;
    reset(m);
    if (!start(m))
        return OUTCOME_LIMIT;
    while (next_node(m, &node)) {
        if (limits_hit() || m->nodes.count > MOST_NODES)
            return OUTCOME_LIMIT;
        if (!explore(m, node))
            return OUTCOME_ERROR;
    }
#ifndef NDEBUG
    match_check(m);
#endif
    return m->exact && !m->n_new ? OUTCOME_EXACT : OUTCOME_INEXACT;
}

// ---- refinement ----
static uint32_t abstract_states(const Match *m) { // the entry, where nothing has happened yet, is none
    return m->nodes.count ? m->nodes.count - 1 : 0;
}

static void show_iteration(Match *m) {
    Text new = { 0 };
    VecU32 shown = { 0 };
    for (uint32_t p = 0; p < m->pc->graph->points.count; p++)
        for (uint32_t i = 0; i < m->found[p].count; i++) {
            PredicateId id = m->found[p].at[i];
            bool known = false;
            for (uint32_t k = 0; k < shown.count; k++)
                known |= shown.at[k] == id;
            if (known)
                continue;
            vec_push(&shown, id);
            text_add(&new, "%s", shown.count > 1 ? ", " : "");
            term_print_c(m->t, predicates_terms(m->predicates)[id], &new);
        }
    if (!m->table.count)
        text_add(&m->table, "Iteration  Concrete  Abstract  New predicates\n");
    text_add(&m->table, "%9u  %8u  %8u  %s\n", m->iterations, m->concrete, abstract_states(m),
             new.count ? new.at : "-");
    vec_free(&new);
    vec_free(&shown);
}

static void record(const Match *m) {
    stat_set(STAT_match_iterations, m->iterations);
    stat_set(STAT_match_concrete, m->concrete);
    stat_set(STAT_match_abstract, abstract_states(m));
    stat_set(STAT_predicates, predicates_count(m->predicates));
}

static void refine(Match *m) {
    for (uint32_t p = 0; p < m->pc->graph->points.count; p++) {
        for (uint32_t i = 0; i < m->found[p].count; i++)
            vec_push(&m->followed[p], m->found[p].at[i]);
        m->found[p].count = 0;
        m->inexact_for[p] = m->inexact_now[p] ? m->inexact_for[p] + 1 : 0;
    }
}

// Searches with growing sets of predicates, until the error is met or every step is exact.
static Outcome refinement_search(Match *m) {
    for (;;) {
        m->iterations++;
        m->n_new = 0;
        Outcome outcome = search(m);
        show_iteration(m);
        record(m);
        if (outcome != OUTCOME_INEXACT)
            return outcome;
        if (m->most && m->iterations == m->most)
            return OUTCOME_LIMIT;
        if (!m->n_new) // nothing more is found: what stays inexact gets the concrete states
            for (uint32_t p = 0; p < m->pc->graph->points.count; p++) {
                if (m->inexact_now[p] && m->inexact_for[p] > PATIENCE)
                    return OUTCOME_LIMIT;
                m->inexact_for[p] += m->inexact_now[p] ? PATIENCE : 0;
            }
        refine(m);
    }
}

// ---- initial predicates ----
// The edges of the piece from its start to this one: the first way there is.
static void way_to(const Match *m, const CutEdge *piece, EdgeId edge, VecU32 *out) {
    const Program *p = m->pc->p;
    LocId start = m->pc->graph->points.at[piece->from].loc;
    Map into = { 0 }; // location -> edge
    out->count = 0;
    for (uint32_t i = piece->edges.count; i-- > 0;)
        map_put(&into, p->edges.at[piece->edges.at[i]].to, piece->edges.at[i]);
    for (EdgeId e = edge; e; e = p->edges.at[e].from == start ? 0 : map_find(&into, p->edges.at[e].from))
        vec_push(out, e);
    for (uint32_t i = 0; i < out->count / 2; i++) {
        EdgeId e = out->at[i];
        out->at[i] = out->at[out->count - 1 - i];
        out->at[out->count - 1 - i] = e;
    }
    map_free(&into);
}

// From the tests of the program, the property's among them: at the point before them.  Tests at which the program ends
// otherwise tell no states apart.
static void learn_guards(Match *m) {
    VecU32 way = { 0 };
    for (uint32_t i = 0; i < m->pc->graph->edges.count; i++) {
        const CutEdge *piece = &m->pc->graph->edges.at[i];
        for (uint32_t k = 0; k < piece->edges.count; k++) {
            GuardedCommand c;
            if (m->pc->p->edges.at[piece->edges.at[k]].cmd.kind != CMD_ASSUME)
                continue;
            way_to(m, piece, piece->edges.at[k], &way);
            command_build(m->commands, &way, 0, &c);
            if (c.guard.count && !vec_last(&c.is_end) && !command_has_inputs(m->commands, &c, vec_last(&c.guard)))
                match_learn(m, piece->from, vec_last(&c.guard));
            command_free(&c);
        }
    }
    vec_free(&way);
}

static void learn_given(Match *m, const VecFollowed *given) {
    for (uint32_t i = 0; given && i < given->count; i++) {
        uint32_t point = cut_point_at(m->pc->graph, given->at[i].loc);
        PredicateId id;
        if (!given->at[i].predicate.id || !predicates_find(m->predicates, given->at[i].predicate, &id))
            continue;
        if (point != WTO_NONE || !m->by_location)
            match_learn(m, point, given->at[i].predicate);
    }
}

// ---- the claim ----
static void claim_safe(Match *m, Claim *claim) {
    assert(m->exact && !m->incomplete && !m->n_new);
    for (uint32_t p = 0; p < m->pc->graph->points.count; p++) {
        VecTerm states = { 0 };
        if (p == m->pc->graph->entry || p == m->pc->graph->error)
            continue;
        for (uint32_t i = 0; i < m->nodes.count; i++)
            if (m->nodes.at[i].point == p)
                vec_push(&states, m->nodes.at[i].formula);
        vec_push(&claim->proof.invariants,
                 (Invariant){ m->pc->graph->points.at[p].loc, term_or_n(m->t, states.count, states.at) });
        vec_free(&states);
    }
    claim->kind = CLAIM_SAFE;
}

static void conclude(Match *m, Outcome outcome, Claim *claim) {
    switch (outcome) {
    case OUTCOME_ERROR:
        if (!walk_claim(m->walker, &m->to_error, claim)) {
            reason_set(&claim->reason, "internal");
            reason_set(&claim->detail, "the run to the error could not be repeated");
        }
        return;
    case OUTCOME_EXACT:
        if (!m->incomplete) {
            claim_safe(m, claim);
            return;
        }
        reason_set(&claim->reason, "calls or limits");
        reason_set(&claim->detail, "every step that was explored is exact, but not all could be explored");
        return;
    case OUTCOME_INEXACT:
    case OUTCOME_LIMIT:
        reason_set(&claim->reason, limits_hit() ? "timeout" : "no refinement");
        reason_set(&claim->detail, "no error among the states explored in %u iterations", m->iterations);
        return;
    }
}

// ---- the engine ----
static void open_sets(Match *m) {
    uint32_t n = m->pc->graph->points.count;
    m->followed = base_alloc((n + 1) * sizeof *m->followed);
    m->found = base_alloc((n + 1) * sizeof *m->found);
    m->inexact_for = base_alloc((n + 1) * sizeof *m->inexact_for);
    m->inexact_now = base_alloc((n + 1) * sizeof *m->inexact_now);
}

static bool match_open(Match *m, const Task *task, Claim *claim) {
    const Options *o = task->options;
    program_split_entries(task->program);
    if (!system_supports(task->program, &claim->reason)) {
        reason_set(&claim->detail, "the threads have too many interleavings");
        return false;
    }
    m->system = system_new(task->program, (SystemOptions){ .basic = o->block == BLOCK_BASIC });
    m->pc = system_entry(m->system);
    m->t = m->pc->t;
    if (o->facts != FACTS_NONE && !invariants_are_expensive(m->pc))
        invariants_find(m->pc, o->facts == FACTS_EQUATIONS, &m->invariants);
    while (m->invariants.count < m->pc->graph->points.count)
        vec_push(&m->invariants, term_true(m->t));
    assert(m->invariants.count == m->pc->graph->points.count);
    procedure_assume(m->pc, m->invariants.at);
    m->commands = command_builder_new(m->pc);
    m->walker = walker_new(m->pc);
    m->smt = smt_new(m->t, (SmtLimits){ .seconds = QUERY_SECONDS });
    m->predicates = predicates_new(m->t);
    m->exactness = o->exactness ? o->exactness : EXACT_MAY;
    m->most = (uint32_t)o->bound;
    m->depth_first = o->order == ORDER_DFS;
    m->by_location = o->precision == PRECISION_LOCATION || o->precision == PRECISION_PARSIMONIOUS;
    open_sets(m);
    return true;
}

static void match_close(Match *m) {
    reset(m);
    for (uint32_t p = 0; p < m->pc->graph->points.count; p++) {
        vec_free(&m->followed[p]);
        vec_free(&m->found[p]);
    }
    free(m->followed);
    free(m->found);
    free(m->inexact_for);
    free(m->inexact_now);
    vec_free(&m->nodes);
    vec_free(&m->wait);
    vec_free(&m->taken);
    vec_free(&m->to_error);
    vec_free(&m->table);
    vec_free(&m->invariants);
    predicates_free(m->predicates);
    smt_free(m->smt);
    walker_free(m->walker);
    command_builder_free(m->commands);
    system_free(m->system);
}

static void run(const void *config, const Task *task, Claim *claim) {
    (void)config;
    Match m = { 0 };
    if (!match_open(&m, task, claim))
        return;
    if (task->options->initial == INITIAL_GUARDS)
        learn_guards(&m);
    learn_given(&m, task->followed);
    refine(&m);
    Outcome outcome = refinement_search(&m);
    conclude(&m, outcome, claim);
    if (m.table.count)
        limits_tell(ENGINE_TABLE, m.table.at);
    match_close(&m);
}

const Engine engine_match = {
    .name = "match",
    .summary = "executes the program, matches states by predicates, refines until an error is met or nothing is lost",
    .handles = FEATURES_ALL & ~FEATURE_THREADS & ~FEATURE_CALLS,
    .run = run,
};
