// check_locks.c - is a proof by locks that nothing races right?
#include "answer/check/check_locks.h"
#include "logic/term/value.h"
#include "program/access.h"
#include "program/digraph.h"
#include "program/edit.h"
#include "answer/check/check_proof.h"

typedef struct Class { // threads that one edge makes; the first is main
    EdgeId create;     // 0: main
    FuncId root;
    bool once;      // there is at most one
    uint8_t *below; // per class: made by it, or by those that it makes
    uint8_t *roots; // per class: edges of main that it is below of, or itself
} Class;

typedef struct Check {
    const Program *p;
    Terms *t;
    const Proof *proof;
    VecU32 first, note_at;   // the notes of loc: note_at[first[loc]] .. note_at[first[loc + 1] - 1]
    uint8_t *calls;          // per pair of functions: f * n + g: f calls g, or what calls it, or is it
    uint8_t *called;         // per FuncId: by a CALL
    uint8_t *unlocks, *ends; // per FuncId: has an unlock, an end of a section
    uint32_t *component, *members;
    VEC(Class) classes;
    VecU32 class_of; // per EdgeId of a THREAD_CREATE
    VecU32 accesses;
    VecTerm untrusted; // mutexes that somebody else may unlock
    LocksCheck out;
} Check;

__attribute__((format(printf, 3, 4))) static bool reject(Check *c, const char *reason, const char *format, ...) {
    va_list args;
    va_start(args, format);
    reason_set(&c->out.reason, "%s", reason);
    vsnprintf(c->out.detail.text, sizeof c->out.detail.text, format, args);
    va_end(args);
    return false;
}

static FuncId func_of(const Check *c, EdgeId e) {
    return c->p->locs.at[c->p->edges.at[e].from].func;
}

// ---- notes ----
static void index_notes(Check *c) {
    uint32_t locs = c->p->locs.count, n = c->proof->notes.count;
    vec_resize(&c->first, locs + 1);
    vec_resize(&c->note_at, n + 1);
    for (uint32_t i = 0; i < n; i++)
        c->first.at[c->proof->notes.at[i].loc + 1]++;
    for (uint32_t i = 0; i < locs; i++)
        c->first.at[i + 1] += c->first.at[i];
    uint32_t *next = base_alloc(locs * sizeof *next);
    for (uint32_t i = 0; i < n; i++) {
        LocId loc = c->proof->notes.at[i].loc;
        c->note_at.at[c->first.at[loc] + next[loc]++] = i;
    }
    free(next);
}

#define for_notes(c, loc, n)                                                                             \
    for (uint32_t n##_i = (c)->first.at[loc]; n##_i < (c)->first.at[(loc) + 1]; n##_i++)                 \
        for (const LockNote *n = &(c)->proof->notes.at[(c)->note_at.at[n##_i]], *n##_once = n; n##_once; \
             n##_once = NULL)

static bool has(const Check *c, LocId loc, LockFact fact, Term term, VarId var, EdgeId create) {
    for_notes(c, loc,
              n) if (n->fact == fact && n->term.id == term.id && n->var == var && n->create == create) return true;
    return false;
}

static bool is_held(const Check *c, LocId loc, Term mutex) {
    return has(c, loc, LOCK_HELD, mutex, 0, 0);
}

static uint32_t depth_at(const Check *c, LocId loc) {
    uint32_t depth = 0;
    for_notes(c, loc, n) if (n->fact == LOCK_SECTION && n->depth > depth) depth = n->depth;
    return depth;
}

static bool may_run(const Check *c, LocId loc, EdgeId create) {
    return has(c, loc, LOCK_RUNS, (Term){ 0 }, 0, create);
}

// Over addresses and variables of the function, which no other thread changes.
static bool is_own(const Check *c, Term a, FuncId func) {
    VecTerm vars = { 0 };
    bool own = true;
    term_vars(c->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        VarId v = program_var_of(c->p, vars.at[i]);
        own &= v && (c->p->vars.at[v].kind == VAR_ADDRESS || c->p->vars.at[v].func == func);
    }
    vec_free(&vars);
    return own;
}

static bool written_by_main_only(const Check *c, VarId v) {
    bool only = true;
    for (EdgeId e = 1; e < c->p->edges.count && only; e++) {
        const VarId *vars;
        uint32_t n = c->p->edges.at[e].from ? cmd_writes(&c->p->edges.at[e].cmd, &vars) : 0;
        for (uint32_t i = 0; i < n; i++)
            only &= vars[i] != v || func_of(c, e) == c->p->entry;
    }
    return only;
}

static bool note_is_sound(const Check *c, const LockNote *n) {
    const Program *p = c->p;
    FuncId func = n->loc < p->locs.count ? p->locs.at[n->loc].func : 0;
    if (!func || n->var >= p->vars.count || n->create >= p->edges.count)
        return false;
    switch (n->fact) {
    case LOCK_HELD:
        return is_own(c, n->term, func);
    case LOCK_HELD_IF_ZERO:
    case LOCK_VALUE:
        return is_own(c, n->term, func) && p->vars.at[n->var].func == func;
    case LOCK_SECTION:
        return true;
    case LOCK_NUMBER:
        return func == p->entry && n->var &&
               (p->vars.at[n->var].func == func || (!p->vars.at[n->var].func && written_by_main_only(c, n->var)));
    case LOCK_RUNS:
        return n->create && p->edges.at[n->create].from && p->edges.at[n->create].cmd.kind == CMD_THREAD_CREATE;
    }
    return false;
}

static bool take_notes(Check *c) {
    for (uint32_t i = 0; i < c->proof->notes.count; i++)
        if (!note_is_sound(c, &c->proof->notes.at[i]))
            return reject(c, "proof check failed", "note %u at L%u is not about a thread there", i,
                          c->proof->notes.at[i].loc);
    index_notes(c);
    for (FuncId f = 1; f < c->p->funcs.count; f++)
        for_notes(c, c->p->funcs.at[f].entry, n) if (n->fact != LOCK_RUNS) return reject(
            c, "proof check failed", "a note at the entry of %s", program_text(c->p, c->p->funcs.at[f].name));
    return true;
}

// ---- functions ----
static bool find_calls(Check *c) {
    const Program *p = c->p;
    uint32_t n = p->funcs.count;
    c->calls = base_alloc((size_t)n * n);
    c->called = base_alloc(n);
    c->unlocks = base_alloc(n);
    c->ends = base_alloc(n);
    for (FuncId f = 1; f < n; f++)
        c->calls[(size_t)f * n + f] = 1;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *cmd = &p->edges.at[e].cmd;
        if (!p->edges.at[e].from)
            continue;
        if (cmd->kind == CMD_UNMODELLED)
            return reject(c, "unmodelled", "%s", program_text(p, cmd->text));
        if (cmd_is_call(cmd) && (!cmd->callee || !p->funcs.at[cmd->callee].defined))
            return reject(c, "calls", "a call or a thread through a pointer");
        FuncId f = func_of(c, e);
        c->unlocks[f] |= cmd->kind == CMD_MUTEX_UNLOCK || cmd->kind == CMD_MUTEX_INIT;
        c->ends[f] |= cmd->kind == CMD_ATOMIC_END;
        if (cmd->kind == CMD_CALL) {
            c->calls[(size_t)f * n + cmd->callee] = 1;
            c->called[cmd->callee] = 1;
        }
    }
    for (FuncId k = 1; k < n; k++)
        for (FuncId f = 1; f < n; f++)
            for (FuncId g = 1; c->calls[(size_t)f * n + k] && g < n; g++)
                c->calls[(size_t)f * n + g] |= c->calls[(size_t)k * n + g];
    return true;
}

static bool reaches(const Check *c, FuncId f, FuncId g) {
    return c->calls[(size_t)f * c->p->funcs.count + g];
}

static bool any_reached(const Check *c, FuncId f, const uint8_t of[]) {
    for (FuncId g = 1; g < c->p->funcs.count; g++)
        if (of[g] && reaches(c, f, g))
            return true;
    return false;
}

// ---- must: from the notes before an edge to one behind ----
static bool writes(const Cmd *cmd, VarId v) {
    const VarId *vars;
    uint32_t n = cmd_writes(cmd, &vars);
    for (uint32_t i = 0; i < n; i++)
        if (vars[i] == v)
            return true;
    return false;
}

static bool changes(const Check *c, const Cmd *cmd, Term a) {
    VecTerm vars = { 0 };
    bool changed = false;
    term_vars(c->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        changed |= writes(cmd, program_var_of(c->p, vars.at[i]));
    vec_free(&vars);
    return changed;
}

// The difference of two addresses where it is the same in every state.
static bool distance(const Check *c, Term a, Term b, uint64_t *bytes) {
    Term d = term_2(c->t, OP_BV_ADD, a, term_1(c->t, OP_BV_NEG, b));
    if (!term_is_const(c->t, d))
        return false;
    *bytes = value_of_term(c->t, d).lo;
    return true;
}

// An address in a global object that all threads share.
static bool fixed(const Check *c, Term a, FixedPlace *place) {
    return access_fixed_place(c->p, &(Cmd){ .kind = CMD_ACCESS, .a = a, .bytes = 1 }, place);
}

static bool surely_differ(const Check *c, Term a, Term b) {
    FixedPlace one, other;
    uint64_t bytes;
    if (distance(c, a, b, &bytes))
        return bytes != 0;
    return fixed(c, a, &one) && fixed(c, b, &other) && one.object != other.object;
}

static bool frees(const Check *c, const Cmd *cmd, Term mutex) {
    if (cmd->kind == CMD_MUTEX_UNLOCK || cmd->kind == CMD_MUTEX_INIT)
        return !surely_differ(c, cmd->a, mutex);
    return cmd->kind == CMD_CALL && any_reached(c, cmd->callee, c->unlocks);
}

static bool says_zero(const Check *c, const Cmd *cmd, VarId v) {
    if (cmd->kind != CMD_ASSUME)
        return false;
    Sort sort = c->p->vars.at[v].sort;
    if (sort_kind(c->t, sort) != SORT_BV)
        return false;
    Term zero = term_eq(c->t, var_term(c->p, v), term_bv(c->t, 0, sort_width(c->t, sort)));
    bool found = term_same(cmd->a, zero);
    for (uint32_t i = 0; term_op(c->t, cmd->a) == OP_AND && i < term_arity(c->t, cmd->a); i++)
        found |= term_same(term_arg(c->t, cmd->a, i), zero);
    return found;
}

static bool held_follows(const Check *c, const Edge *e, Term mutex) {
    if (changes(c, &e->cmd, mutex))
        return false;
    if (e->cmd.kind == CMD_MUTEX_LOCK && term_same(e->cmd.a, mutex))
        return true;
    for_notes(c, e->from, n) if (n->fact == LOCK_HELD_IF_ZERO && term_same(n->term, mutex) &&
                                 says_zero(c, &e->cmd, n->var)) return true;
    return is_held(c, e->from, mutex) && !frees(c, &e->cmd, mutex);
}

static bool held_if_follows(const Check *c, const Edge *e, const LockNote *n) {
    if (changes(c, &e->cmd, n->term))
        return false;
    if (e->cmd.kind == CMD_MUTEX_TRYLOCK && e->cmd.var == n->var && term_same(e->cmd.a, n->term))
        return true;
    return !writes(&e->cmd, n->var) && has(c, e->from, LOCK_HELD_IF_ZERO, n->term, n->var, 0) &&
           !frees(c, &e->cmd, n->term);
}

static bool value_follows(const Check *c, const Edge *e, const LockNote *n) {
    if (changes(c, &e->cmd, n->term))
        return false;
    for (uint32_t i = 0; e->cmd.kind == CMD_ASSIGN && i < e->cmd.n; i++)
        if (e->cmd.vars[i] == n->var)
            return term_same(e->cmd.terms[i], n->term);
    return !writes(&e->cmd, n->var) && has(c, e->from, LOCK_VALUE, n->term, n->var, 0);
}

static bool section_follows(const Check *c, const Edge *e, uint32_t depth) {
    uint32_t before = depth_at(c, e->from);
    if (e->cmd.kind == CMD_CALL && any_reached(c, e->cmd.callee, c->ends))
        return depth == 0;
    if (e->cmd.kind == CMD_ATOMIC_BEGIN)
        return depth <= before + 1;
    return e->cmd.kind == CMD_ATOMIC_END ? depth + 1 <= before : depth <= before;
}

static bool number_follows(const Check *c, EdgeId id, const LockNote *n) {
    const Edge *e = &c->p->edges.at[id];
    if (id == n->create)
        return e->cmd.var == n->var;
    for (uint32_t i = 0; e->cmd.kind == CMD_ASSIGN && i < e->cmd.n; i++) {
        VarId from = program_var_of(c->p, e->cmd.terms[i]);
        if (e->cmd.vars[i] == n->var)
            return from && has(c, e->from, LOCK_NUMBER, (Term){ 0 }, from, n->create);
    }
    return !writes(&e->cmd, n->var) && has(c, e->from, LOCK_NUMBER, (Term){ 0 }, n->var, n->create);
}

// ---- may: what runs behind an edge ----
static EdgeId joined(const Check *c, const Edge *e) {
    VarId v = e->cmd.kind == CMD_THREAD_JOIN ? program_var_of(c->p, e->cmd.a) : 0;
    if (!v)
        return 0;
    for_notes(c, e->from, n) if (n->fact == LOCK_NUMBER && n->var == v &&
                                 c->classes.at[c->class_of.at[n->create]].once) return n->create;
    return 0;
}

static bool all_run(const Check *c, LocId from, LocId to, EdgeId except) {
    for_notes(c, from, n) if (n->fact == LOCK_RUNS && n->create != except && !may_run(c, to, n->create)) return false;
    return true;
}

static bool runs_follow(const Check *c, EdgeId id) {
    const Edge *e = &c->p->edges.at[id];
    const Function *f = &c->p->funcs.at[func_of(c, id)];
    LocId to = e->cmd.kind == CMD_THREAD_EXIT ? f->exit : e->to;
    if (!c->p->locs.at[to].func)
        return true; // the run ends
    EdgeId ended = joined(c, e);
    bool good = all_run(c, e->from, to, ended);
    if (ended)
        good &= all_run(c, c->p->funcs.at[c->p->edges.at[ended].cmd.callee].exit, to, 0);
    if (e->cmd.kind == CMD_THREAD_CREATE)
        good &= may_run(c, to, id);
    if (e->cmd.kind == CMD_CALL)
        good &= all_run(c, c->p->funcs.at[e->cmd.callee].exit, to, 0);
    return good;
}

static bool follows(const Check *c, EdgeId id, const LockNote *n) {
    const Edge *e = &c->p->edges.at[id];
    switch (n->fact) {
    case LOCK_HELD:
        return held_follows(c, e, n->term);
    case LOCK_HELD_IF_ZERO:
        return held_if_follows(c, e, n);
    case LOCK_VALUE:
        return value_follows(c, e, n);
    case LOCK_SECTION:
        return section_follows(c, e, n->depth);
    case LOCK_NUMBER:
        return number_follows(c, id, n);
    case LOCK_RUNS:
        return true;
    }
    return false;
}

static bool check_edges(Check *c) {
    for (EdgeId id = 1; id < c->p->edges.count; id++) {
        const Edge *e = &c->p->edges.at[id];
        if (!e->from)
            continue;
        if (!runs_follow(c, id))
            return reject(c, "proof check failed", "edge %u: threads run that are not listed behind it", id);
        if (e->cmd.kind == CMD_THREAD_EXIT && c->called[func_of(c, id)])
            return reject(c, "calls", "a called function ends its thread");
        for_notes(c, e->to, n) if (!follows(c, id, n)) return reject(
            c, "proof check failed", "edge %u: a note where it leads does not follow", id);
    }
    return true;
}

// ---- threads ----
static bool is_on_cycle(const Check *c, EdgeId e) {
    const Edge *edge = &c->p->edges.at[e];
    return edge->to == edge->from || c->members[c->component[edge->from]] > 1;
}

// Does the function run once, by itself: as main or as the root of one thread?
static bool runs_once(const Check *c, FuncId f) {
    bool once = !c->called[f];
    uint32_t roots = 0;
    for (uint32_t i = 0; i < c->classes.count; i++)
        if (c->classes.at[i].root == f) {
            roots++;
            once &= c->classes.at[i].once;
        }
    return once && roots == 1;
}

static void make_classes(Check *c) {
    const Program *p = c->p;
    vec_resize(&c->class_of, p->edges.count);
    vec_push(&c->classes, ((Class){ .root = p->entry, .once = true }));
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_THREAD_CREATE) {
            c->class_of.at[e] = c->classes.count;
            vec_push(&c->classes, ((Class){ .create = e, .root = p->edges.at[e].cmd.callee }));
        }
    for (bool changed = true; changed;) { // those below others are known when these are
        changed = false;
        for (uint32_t i = 1; i < c->classes.count; i++) {
            Class *k = &c->classes.at[i];
            bool once = !is_on_cycle(c, k->create) && runs_once(c, func_of(c, k->create));
            changed |= once && !k->once;
            k->once |= once;
        }
    }
}

// Those that class i makes, directly.
static bool makes(const Check *c, uint32_t i, uint32_t k) {
    return k && reaches(c, c->classes.at[i].root, func_of(c, c->classes.at[k].create));
}

static void make_below(Check *c) {
    uint32_t n = c->classes.count;
    for (uint32_t i = 0; i < n; i++) {
        c->classes.at[i].below = base_alloc(n);
        c->classes.at[i].roots = base_alloc(n);
    }
    for (uint32_t i = 0; i < n; i++) {
        VecU32 work = { 0 };
        vec_push(&work, i);
        while (work.count) {
            uint32_t k = vec_pop(&work);
            for (uint32_t m = 1; m < n; m++)
                if (makes(c, k, m) && !c->classes.at[i].below[m]) {
                    c->classes.at[i].below[m] = 1;
                    vec_push(&work, m);
                }
        }
        vec_free(&work);
    }
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = 1; k < n; k++)
            c->classes.at[i].roots[k] =
                func_of(c, c->classes.at[k].create) == c->p->entry && (i == k || c->classes.at[k].below[i]);
}

// Can main come to class k by making threads, but none of class 'without' and none by edges of its own function if
// 'past_main'?
static bool is_reached(const Check *c, uint32_t k, uint32_t without, bool past_main) {
    uint8_t *seen = base_alloc(c->classes.count);
    VecU32 work = { 0 };
    seen[0] = 1;
    vec_push(&work, 0);
    while (work.count) {
        uint32_t i = vec_pop(&work);
        for (uint32_t m = 1; m < c->classes.count; m++) {
            bool by_main = func_of(c, c->classes.at[m].create) == c->p->entry;
            if (seen[m] || m == without || !makes(c, i, m) || (past_main && by_main))
                continue;
            seen[m] = 1;
            vec_push(&work, m);
        }
    }
    bool reached = seen[k];
    free(seen);
    vec_free(&work);
    return reached;
}

// Is class k made only by i, by those that only i makes, and so on?
static bool is_only_below(const Check *c, uint32_t i, uint32_t k) {
    return i == 0 || (c->classes.at[i].below[k] && !is_reached(c, k, i, false));
}

// Where the thread that is at 'loc' made all threads of class k, can one of them run?
static bool runs_at(const Check *c, LocId loc, uint32_t k) {
    for_notes(c, loc, n) {
        if (n->fact != LOCK_RUNS)
            continue;
        uint32_t m = c->class_of.at[n->create];
        if (m == k || c->classes.at[m].below[k])
            return true;
    }
    return false;
}

// The one thread of class i at edge e against all of class k.
static bool ordered_at(const Check *c, uint32_t i, EdgeId e, uint32_t k) {
    const Class *class = &c->classes.at[i];
    return class->once && func_of(c, e) == class->root && runs_once(c, class->root) && is_only_below(c, i, k) &&
           !runs_at(c, c->p->edges.at[e].from, k);
}

static bool ordered_by_main(const Check *c, uint32_t i, uint32_t k) {
    bool below = false;
    for (uint32_t a = 1; a < c->classes.count; a++)
        for (uint32_t b = 1; c->classes.at[i].roots[a] && b < c->classes.count; b++) {
            if (!c->classes.at[k].roots[b])
                continue;
            below = true;
            if (a == b || runs_at(c, c->p->edges.at[c->classes.at[b].create].from, i) ||
                runs_at(c, c->p->edges.at[c->classes.at[a].create].from, k))
                return false;
        }
    return below && runs_once(c, c->p->entry) && !is_reached(c, i, 0, true) && !is_reached(c, k, 0, true);
}

static bool ordered(const Check *c, uint32_t i, EdgeId e, uint32_t k, EdgeId f) {
    if (i == k && c->classes.at[i].once)
        return true;
    return (i != k && (ordered_at(c, i, e, k) || ordered_at(c, k, f, i))) || (i && k && ordered_by_main(c, i, k));
}

// ---- mutexes ----
static void find_untrusted(Check *c) {
    const Program *p = c->p;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        bool alone = edge->from && func_of(c, e) == p->entry && runs_once(c, p->entry);
        if (alone)
            for_notes(c, edge->from, n) alone &= n->fact != LOCK_RUNS;
        if (!edge->from)
            continue;
        if ((edge->cmd.kind == CMD_MUTEX_UNLOCK && !is_held(c, edge->from, edge->cmd.a) && !alone) ||
            (edge->cmd.kind == CMD_MUTEX_INIT && !alone))
            vec_push(&c->untrusted, edge->cmd.a);
    }
}

static bool is_trusted(const Check *c, Term mutex) {
    FixedPlace one, other;
    for (uint32_t i = 0; i < c->untrusted.count; i++) {
        bool apart = fixed(c, mutex, &one) && fixed(c, c->untrusted.at[i], &other) &&
                     (one.object != other.object || one.offset != other.offset);
        if (!apart)
            return false;
    }
    return true;
}

// The term with variables replaced by what the notes say they are equal to.
static Term expand(const Check *c, LocId loc, Term a) {
    enum { MOST_ROUNDS = 8 };
    VecTerm from = { 0 }, to = { 0 };
    for_notes(c, loc, n) if (n->fact == LOCK_VALUE) {
        vec_push(&from, var_term(c->p, n->var));
        vec_push(&to, n->term);
    }
    for (uint32_t i = 0; from.count && i < MOST_ROUNDS; i++) {
        Term next = term_substitute(c->t, a, from.count, from.at, to.at);
        if (term_same(next, a))
            break;
        a = next;
    }
    vec_free(&from);
    vec_free(&to);
    return a;
}

static bool distance_at(const Check *c, const Edge *e, Term mutex, uint64_t *bytes) {
    return distance(c, mutex, e->cmd.a, bytes) ||
           distance(c, expand(c, e->from, mutex), expand(c, e->from, e->cmd.a), bytes);
}

static bool is_cell(const Check *c, const Cmd *mark) {
    return mark->region && !mark->c.id && c->p->regions.at[mark->region].width == mark->bytes;
}

static bool same_mutex(const Check *c, const Edge *e, Term mutex, const Edge *f, Term other) {
    FixedPlace one, two;
    uint64_t near, far;
    if (fixed(c, mutex, &one) && fixed(c, other, &two))
        return one.object == two.object && one.offset == two.offset;
    return is_cell(c, &e->cmd) && is_cell(c, &f->cmd) && e->cmd.region == f->cmd.region &&
           is_own(c, e->cmd.a, c->p->locs.at[e->from].func) && is_own(c, f->cmd.a, c->p->locs.at[f->from].func) &&
           distance_at(c, e, mutex, &near) && distance_at(c, f, other, &far) && near == far;
}

static bool locked(const Check *c, EdgeId e, EdgeId f, Term *mutex) {
    const Edge *one = &c->p->edges.at[e], *other = &c->p->edges.at[f];
    for_notes(c, one->from, n) for_notes(c, other->from, m) if (n->fact == LOCK_HELD && m->fact == LOCK_HELD &&
                                                                same_mutex(c, one, n->term, other, m->term) &&
                                                                is_trusted(c, n->term) && is_trusted(c, m->term)) {
        *mutex = n->term;
        return true;
    }
    return false;
}

// ---- pairs ----
// Each thread has its own objects of a thread-local one.
static bool is_thread_local(const Check *c, const Cmd *mark) {
    VecTerm vars = { 0 };
    bool local = false, other = false;
    term_vars(c->t, mark->a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        const Var *v = &c->p->vars.at[program_var_of(c->p, vars.at[i])];
        bool tls = v->kind == VAR_ADDRESS && c->p->objects.at[v->object].thread_local;
        local |= tls;
        other |= !tls;
    }
    vec_free(&vars);
    return local && !other;
}

static bool apart(const Check *c, const Cmd *a, const Cmd *b) {
    if (!a->write && !b->write)
        return true;
    if (is_thread_local(c, a) && is_thread_local(c, b))
        return true;
    if (a->region && b->region && a->region != b->region)
        return true;
    return !access_may_overlap(c->p, a, b);
}

static bool is_atomic(const Check *c, EdgeId e) {
    return c->p->edges.at[e].cmd.atomic || depth_at(c, c->p->edges.at[e].from) > 0;
}

// Is it one and the same thread that may execute the two?
static bool pair_is_of_one(const Check *c, EdgeId e, EdgeId f) {
    for (uint32_t i = 0; i < c->classes.count; i++)
        for (uint32_t k = 0; reaches(c, c->classes.at[i].root, func_of(c, e)) && k < c->classes.count; k++)
            if (reaches(c, c->classes.at[k].root, func_of(c, f)) && (i != k || !c->classes.at[i].once))
                return false;
    return true;
}

static bool pair_is_ordered(const Check *c, EdgeId e, EdgeId f) {
    for (uint32_t i = 0; i < c->classes.count; i++)
        for (uint32_t k = 0; reaches(c, c->classes.at[i].root, func_of(c, e)) && k < c->classes.count; k++)
            if (reaches(c, c->classes.at[k].root, func_of(c, f)) && !ordered(c, i, e, k, f))
                return false;
    return true;
}

static bool check_pair(Check *c, EdgeId e, EdgeId f) {
    const Cmd *a = &c->p->edges.at[e].cmd, *b = &c->p->edges.at[f].cmd;
    SafePair pair = { .one = e, .other = f };
    uint32_t *counter;
    if (apart(c, a, b)) {
        c->out.apart++;
        return true;
    }
    if (is_atomic(c, e) && is_atomic(c, f)) {
        counter = &c->out.atomic;
        pair.why = PAIR_ATOMIC;
    } else if (locked(c, e, f, &pair.mutex)) {
        counter = &c->out.locked;
        pair.why = PAIR_LOCK;
    } else if (pair_is_ordered(c, e, f)) {
        counter = &c->out.ordered;
        pair.why = pair_is_of_one(c, e, f) ? PAIR_ONE_THREAD : PAIR_ORDER;
    } else {
        Text one = { 0 }, other = { 0 };
        location_print(c->p, c->p->edges.at[e].from, &one);
        location_print(c->p, c->p->edges.at[f].from, &other);
        reject(c, "locks", "no lock or order was found for the accesses at %.120s and %.120s", one.at, other.at);
        vec_free(&one);
        vec_free(&other);
        return false;
    }
    ++*counter;
    vec_push(&c->out.pairs, pair);
    return true;
}

static bool check_pairs(Check *c) {
    for (EdgeId e = 1; e < c->p->edges.count; e++)
        if (c->p->edges.at[e].from && c->p->edges.at[e].cmd.kind == CMD_ACCESS)
            vec_push(&c->accesses, e);
    c->out.accesses = c->accesses.count;
    for (uint32_t i = 0; i < c->accesses.count; i++)
        for (uint32_t k = i; k < c->accesses.count; k++)
            if (!check_pair(c, c->accesses.at[i], c->accesses.at[k]))
                return false;
    return true;
}

// ---- the whole ----
static void find_cycles(Check *c) {
    Digraph flow = flow_graph(c->p);
    uint32_t n;
    c->component = digraph_components(&flow, &n);
    c->members = base_alloc((n + 1) * sizeof *c->members);
    for (LocId loc = 0; loc < c->p->locs.count; loc++)
        c->members[c->component[loc]]++;
    digraph_free(&flow);
}

static void done(Check *c) {
    for (uint32_t i = 0; i < c->classes.count; i++) {
        free(c->classes.at[i].below);
        free(c->classes.at[i].roots);
    }
    void *arrays[] = { c->calls, c->called, c->unlocks, c->ends, c->component, c->members };
    for (uint32_t i = 0; i < COUNT(arrays); i++)
        free(arrays[i]);
    vec_free(&c->first);
    vec_free(&c->note_at);
    vec_free(&c->classes);
    vec_free(&c->class_of);
    vec_free(&c->accesses);
    vec_free(&c->untrusted);
}

LocksCheck check_locks(const Program *p, const Proof *proof) {
    assert(p->split && proof->by_locks);
    Check c = { .p = p, .t = p->terms, .proof = proof };
    bool good = program_has_races(p) || reject(&c, "locks", "the property is not about data races");
    good = good && take_notes(&c) && find_calls(&c);
    if (good) {
        find_cycles(&c);
        make_classes(&c);
        make_below(&c);
        good = check_edges(&c);
    }
    if (good) {
        find_untrusted(&c);
        good = check_pairs(&c);
    }
    c.out.stands = good;
    LocksCheck out = c.out;
    done(&c);
    return out;
}

void locks_check_free(LocksCheck *c) {
    vec_free(&c->pairs);
}
