// check_proof.c - is a claim of SAFE right?
#include "answer/check/check_proof.h"
#include "answer/check/check_threads.h"
#include "answer/check/discharge.h"
#include "program/edit.h"
#include "program/threads/interleave.h"
#include "program/step/call.h"

enum { IS_RESULT = 1 }; // in Check.given
typedef struct Check {
    const Program *p;
    Terms *t;
    Blocks *blocks;
    Calls *calls;
    Block start;       // from anything to the first state
    Map invariant;     // LocId -> term id
    bool *summarised;  // by FuncId: part of the proof, and not the entry function
    bool *again;       // by FuncId: a path leads back to its entry
    bool *fails;       // by FuncId: may it reach the error or an unmodelled command?
    Map *given;        // by FuncId: terms for the start of an activation and its results; made when needed
    uint8_t *reached;  // by LocId: from the entry
    uint8_t *useful;   // by LocId: leads to the error or to an unmodelled command
    uint8_t *is_point; // by LocId
    VecU32 points;
    ProofCheck *out;
} Check;

// ---- calls ----
static bool has_call(const Program *p, LocId loc) {
    for_out_edges(p, loc, e) {
        if (p->edges.at[e].cmd.kind == CMD_CALL)
            return true;
    }
    return false;
}

// The call of a function that is part of the proof, if there is one at the location; else 0.
static EdgeId call_at(const Check *c, LocId loc) {
    EdgeId e = calls_at(c->p, loc);
    return e && c->summarised[c->p->edges.at[e].cmd.callee] ? e : 0;
}

static bool is_unmodelled(const Check *c, LocId loc) {
    return block_is_unmodelled(NULL, c->p, loc) && !call_at(c, loc);
}

static FuncId func_of(const Check *c, LocId loc) {
    assert(loc && loc < c->p->locs.count);
    return c->p->locs.at[loc].func;
}

static bool is_of_proof(const Check *c, FuncId f) {
    return f && (f == c->p->entry || c->summarised[f]);
}

static void find_summarised(Check *c, uint32_t n, const Invariant invariants[]) {
    const Program *p = c->p;
    for (uint32_t i = 0; i < n; i++) {
        LocId loc = invariants[i].loc;
        FuncId f = loc && loc < p->locs.count ? func_of(c, loc) : 0;
        if (f && f != p->entry && p->funcs.at[f].defined && p->funcs.at[f].exit == loc)
            c->summarised[f] = true;
    }
    for (EdgeId e = 1; e < p->edges.count; e++) {
        FuncId f = p->edges.at[e].from ? func_of(c, p->edges.at[e].from) : 0;
        if (f && p->edges.at[e].to == p->funcs.at[f].entry)
            c->again[f] = true;
    }
}

// No variable of the program may have the name of something that the conditions for calls make up.
static bool names_are_new(Check *c) {
    const Program *p = c->p;
    for (VarId v = 1; v < p->vars.count; v++) {
        const char *name = term_name(c->t, var_term(p, v));
        static const char *const prefixes[] = { "entry!", "after!", "inner!", "result!" };
        for (uint32_t i = 0; i < COUNT(prefixes); i++)
            if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
                return proof_reject(c->out, "proof check failed", "the variable %s has the name of a value at a call",
                                    name);
    }
    return true;
}

// ---- the part of the program that matters ----
static void reach(Check *c, LocId loc, VecU32 *todo) {
    if (c->reached[loc])
        return;
    c->reached[loc] = 1;
    vec_push(todo, loc);
}

static void reach_forwards(Check *c) {
    VecU32 todo = { 0 };
    reach(c, c->p->funcs.at[c->p->entry].entry, &todo);
    while (todo.count) {
        LocId loc = vec_pop(&todo);
        EdgeId call = call_at(c, loc);
        if (call)
            reach(c, c->p->funcs.at[c->p->edges.at[call].cmd.callee].entry, &todo);
        for_out_edges(c->p, loc, e) reach(c, c->p->edges.at[e].to, &todo);
    }
    vec_free(&todo);
}

// May the command, by itself, reach the error or what is not known?
static bool may_violate(const Check *c, const Edge *e) {
    switch (e->cmd.kind) {
    case CMD_ERROR:
    case CMD_UNMODELLED:
    case CMD_THREAD_CREATE:
        return true;
    case CMD_CALL:
        return !e->cmd.callee || c->fails[e->cmd.callee];
    default:
        return e->to == c->p->error;
    }
}

// Functions with a command that may violate, or that call such a function.
static void find_failing(Check *c) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (EdgeId e = 1; e < c->p->edges.count; e++) {
            const Edge *edge = &c->p->edges.at[e];
            FuncId f = edge->from ? c->p->locs.at[edge->from].func : 0;
            if (!edge->from || c->fails[f] || !may_violate(c, edge))
                continue;
            c->fails[f] = changed = true;
        }
    }
}

static bool has_violation(const Check *c, LocId loc) {
    for_out_edges(c->p, loc, e) {
        if (may_violate(c, &c->p->edges.at[e]))
            return true;
    }
    return false;
}

static void need(Check *c, LocId loc, VecU32 *todo) {
    if (!c->reached[loc] || c->useful[loc])
        return;
    c->useful[loc] = 1;
    vec_push(todo, loc);
}

// Other commands that cannot be expressed matter only where a violation can follow.  If it
// can follow after a call, the way to the callee's exit matters.
static void reach_backwards(Check *c) {
    const Program *p = c->p;
    Digraph into = edges_into(p);
    VecU32 todo = { 0 };
    find_failing(c);
    for (LocId loc = 1; loc < p->locs.count; loc++)
        if (loc == p->error || has_violation(c, loc))
            need(c, loc, &todo);
    while (todo.count) {
        LocId loc = vec_pop(&todo);
        for (uint32_t i = into.first[loc]; i < into.first[loc + 1]; i++) {
            LocId from = p->edges.at[into.to[i]].from;
            EdgeId call = c->reached[from] ? call_at(c, from) : 0;
            if (call)
                need(c, p->funcs.at[p->edges.at[call].cmd.callee].exit, &todo);
            need(c, from, &todo);
        }
    }
    vec_free(&todo);
    digraph_free(&into);
}

static void add_point(Check *c, LocId loc) {
    if (!c->useful[loc] || c->is_point[loc])
        return;
    c->is_point[loc] = 1;
    vec_push(&c->points, loc);
}

static void find_points(Check *c) {
    assert(!c->points.count);
    const Program *p = c->p;
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        FuncId f = func_of(c, loc);
        bool entry = is_of_proof(c, f) && loc == p->funcs.at[f].entry;
        if (entry || loc == p->error || map_find(&c->invariant, loc) || block_is_unmodelled(NULL, p, loc))
            add_point(c, loc);
    }
}

// ---- the invariants ----
static void note_given(Check *c, FuncId f) {
    assert(f && f != c->p->entry && "nobody calls the entry function");
    VecTerm terms = { 0 };
    calls_given(c->calls, f, &terms);
    for (uint32_t i = 0; i < terms.count; i++)
        map_put(&c->given[f], terms.at[i].id, 1);
    for (uint32_t i = 0; i < c->p->funcs.at[f].results.count; i++)
        map_put(&c->given[f], calls_result(c->p, f, i).id, 1 + IS_RESULT);
    vec_free(&terms);
}

// Of a function of the proof that is called: how an activation began, and at its exit what it returns.
static bool is_about_call(Check *c, LocId loc, Term variable) {
    FuncId f = func_of(c, loc);
    if (f == c->p->entry)
        return false;
    if (!c->given[f].count)
        note_given(c, f);
    uint32_t kind = map_find(&c->given[f], variable.id);
    return kind && (kind == 1 || loc == c->p->funcs.at[f].exit);
}

// Over the variables of the program only: a name of an input would mean that input.
static bool is_over_program(Check *c, LocId loc, Term formula) {
    VecTerm vars = { 0 };
    term_vars(c->t, formula, &vars);
    bool fits = true;
    for (uint32_t i = 0; i < vars.count && fits; i++) {
        VarId v = program_var_of(c->p, vars.at[i]);
        fits = v && (!c->p->vars.at[v].func || c->p->vars.at[v].func == func_of(c, loc));
        for (RegionId r = 0; r < c->p->regions.count && !fits; r++)
            fits = term_same(block_region(c->blocks, r), vars.at[i]);
        fits = fits || is_about_call(c, loc, vars.at[i]);
    }
    vec_free(&vars);
    return fits;
}

static bool take_invariants(Check *c, uint32_t n, const Invariant invariants[]) {
    for (uint32_t i = 0; i < n; i++) {
        const Invariant *inv = &invariants[i];
        if (inv->loc == c->p->error && !term_same(inv->formula, term_false(c->t)))
            return proof_reject(c->out, "proof check failed", "the invariant at the error is not false");
        // One at a location that the program or the proof lacks claims nothing of it.
        if (!inv->loc || inv->loc >= c->p->locs.count || !is_of_proof(c, func_of(c, inv->loc)))
            continue;
        if (!inv->formula.id || sort_kind(c->t, term_sort(c->t, inv->formula)) != SORT_BOOL ||
            !is_over_program(c, inv->loc, inv->formula))
            return proof_reject(c->out, "proof check failed",
                                "the invariant at L%u is no formula over the variables of the program", inv->loc);
        uint32_t known = map_find(&c->invariant, inv->loc);
        Term all = known ? term_and(c->t, (Term){ known }, inv->formula) : inv->formula;
        map_put(&c->invariant, inv->loc, all.id);
    }
    return true;
}

static Term invariant_at(const Check *c, LocId loc) {
    uint32_t id = map_find(&c->invariant, loc);
    if (loc == c->p->error || is_unmodelled(c, loc))
        return term_false(c->t);
    if (!id)
        return term_true(c->t);
    FuncId f = func_of(c, loc);
    return f == c->p->entry ? (Term){ id } : calls_normal(c->calls, f, (Term){ id });
}

// ---- the blocks ----
typedef struct Walk { // from one point
    VecU32 order;     // the locations before the next points, in topological order
    VecU32 met;       // the points met
    Map seen;         // LocId -> ENTERED, LEFT
} Walk;
enum { ENTERED = 1, LEFT = 2 };

typedef struct Frame {
    LocId loc;
    EdgeId next;
} Frame;

static void reverse(VecU32 *list) {
    for (uint32_t i = 0, k = list->count; i + 1 < k; i++) {
        uint32_t last = list->at[--k];
        list->at[k] = list->at[i];
        list->at[i] = last;
    }
}

// False where a cycle meets no point.
static bool walk_from(Check *c, LocId from, Walk *w) {
    assert(c->useful[from] && !w->order.count);
    VEC(Frame) path = { 0 };
    LocId cycle = 0;
    if (!c->is_point[from])
        map_put(&w->seen, from, ENTERED);
    vec_push(&path, (Frame){ from, c->p->locs.at[from].first_out });
    while (path.count && !cycle) {
        Frame *top = &vec_last(&path);
        if (!top->next) {
            vec_push(&w->order, top->loc);
            map_put(&w->seen, top->loc, LEFT);
            path.count--;
            continue;
        }
        LocId to = c->p->edges.at[top->next].to;
        top->next = c->p->edges.at[top->next].next_out;
        uint32_t seen = map_find(&w->seen, to);
        if (!c->useful[to] || (seen && c->is_point[to]) || seen == LEFT)
            continue;
        if (seen == ENTERED) {
            cycle = to;
            break;
        }
        map_put(&w->seen, to, ENTERED);
        if (c->is_point[to])
            vec_push(&w->met, to);
        else
            vec_push(&path, (Frame){ to, c->p->locs.at[to].first_out });
    }
    vec_free(&path);
    reverse(&w->order);
    if (!cycle)
        return true;
    Text where = { 0 };
    location_print(c->p, cycle, &where);
    proof_reject(c->out, "proof check failed", "the loop through %s (L%u) has no invariant", where.at, cycle);
    vec_free(&where);
    return false;
}

// The edges on ways of the walk to 'to'.
static void block_edges(Check *c, const Walk *w, LocId to, VecU32 *edges) {
    assert(c->is_point[to] && !edges->count);
    const Program *p = c->p;
    Map leads = { 0 };
    for (uint32_t i = w->order.count; i-- > 0;)
        for_out_edges(p, w->order.at[i], e) {
            LocId next = p->edges.at[e].to;
            if (next == to || (!c->is_point[next] && map_find(&leads, next)))
                map_put(&leads, w->order.at[i], 1);
        }
    for (uint32_t i = 0; i < w->order.count; i++)
        for_out_edges(p, w->order.at[i], e) {
            LocId next = p->edges.at[e].to;
            if (next == to || (!c->is_point[next] && map_find(&leads, next)))
                vec_push(edges, e);
        }
    map_free(&leads);
}

// ---- the conditions ----
// An invariant's free variables and the inputs of a block must not meet.
static bool inputs_are_new(Check *c, const Block *block) {
    for (uint32_t i = 0; i < block->inputs.count; i++) {
        if (program_var_of(c->p, block->inputs.at[i]))
            return false;
        for (RegionId r = 0; r < c->p->regions.count; r++)
            if (term_same(block_region(c->blocks, r), block->inputs.at[i]))
                return false;
    }
    return true;
}

// Where an activation, or the program, begins, more is known of the state.
static void begin_there(Check *c, ProofCondition *condition) {
    assert(condition->premise.id && condition->conclusion.id);
    FuncId f = func_of(c, condition->from);
    if (c->again[f] || condition->from != c->p->funcs.at[f].entry)
        return;
    Term *both[] = { &condition->premise, &condition->conclusion };
    for (uint32_t i = 0; i < COUNT(both); i++)
        *both[i] =
            f == c->p->entry ? block_after(c->blocks, &c->start, *both[i]) : calls_at_entry(c->calls, f, *both[i]);
}

static ConditionKind kind_of(const Check *c, LocId to, ConditionKind usual) {
    if (to == c->p->error)
        return CONDITION_ERROR;
    return is_unmodelled(c, to) ? CONDITION_UNMODELLED : usual;
}

// What is known where a call returns to, over the state before it and what it changed.
static Term after_call(Check *c, LocId from, EdgeId call) {
    assert(c->summarised[c->p->edges.at[call].cmd.callee] && c->p->edges.at[call].from == from);
    LocId exit = c->p->funcs.at[c->p->edges.at[call].cmd.callee].exit;
    Term summary = calls_rename(c->calls, call, CALL_LEAVE, invariant_at(c, exit));
    return term_and(c->t, block_before(c->blocks, invariant_at(c, from)), summary);
}

// From a point along a piece; where 'call' is not 0 the block begins where that call, at the point, returns to.
static bool add_condition(Check *c, LocId from, EdgeId call, LocId to, const VecU32 *edges) {
    assert(c->is_point[from] && c->is_point[to] && edges->count);
    Block block;
    block_build(c->blocks, call ? c->p->edges.at[call].to : from, to, edges, &block);
    if (!inputs_are_new(c, &block)) {
        block_free(&block);
        return proof_reject(c->out, "proof check failed", "a variable of the program has the name of an input");
    }
    ProofCondition condition = { .from = from, .to = to };
    condition.kind = kind_of(c, to, call ? CONDITION_RETURN : CONDITION_STEP);
    condition.premise = block_before(c->blocks, invariant_at(c, from));
    condition.conclusion = block_after(c->blocks, &block, invariant_at(c, to));
    if (call) {
        condition.premise = after_call(c, from, call);
        block.guard = calls_rename(c->calls, call, CALL_AFTER, block.guard);
        condition.conclusion = calls_rename(c->calls, call, CALL_AFTER, condition.conclusion);
    }
    condition.premise = term_and(c->t, condition.premise, block.guard);
    begin_there(c, &condition);
    vec_push(&c->out->conditions, condition);
    block_free(&block);
    return true;
}

// Along all blocks from a point, or from where the call at the point returns to.
static bool add_from(Check *c, LocId from, EdgeId call) {
    assert(c->is_point[from]);
    Walk w = { 0 };
    bool good = walk_from(c, call ? c->p->edges.at[call].to : from, &w);
    for (uint32_t i = 0; good && i < w.met.count; i++) {
        VecU32 edges = { 0 };
        block_edges(c, &w, w.met.at[i], &edges);
        good = add_condition(c, from, call, w.met.at[i], &edges);
        vec_free(&edges);
    }
    vec_free(&w.order);
    vec_free(&w.met);
    map_free(&w.seen);
    return good;
}

// To the callee's entry, and from its exit on.
static bool add_call(Check *c, LocId from, EdgeId call) {
    assert(call_at(c, from) == call && c->is_point[from]);
    const Edge *e = &c->p->edges.at[call];
    LocId entry = c->p->funcs.at[e->cmd.callee].entry;
    ProofCondition enter = { .kind = CONDITION_CALL, .from = from, .to = entry };
    enter.premise = block_before(c->blocks, invariant_at(c, from));
    enter.conclusion = calls_rename(c->calls, call, CALL_ENTER, invariant_at(c, entry));
    begin_there(c, &enter);
    vec_push(&c->out->conditions, enter);
    if (!c->useful[e->to])
        return true;
    if (!c->is_point[e->to])
        return add_from(c, from, call);
    ProofCondition leave = { .kind = kind_of(c, e->to, CONDITION_RETURN), .from = from, .to = e->to };
    leave.premise = after_call(c, from, call);
    leave.conclusion = calls_rename(c->calls, call, CALL_AFTER, invariant_at(c, e->to));
    begin_there(c, &leave);
    vec_push(&c->out->conditions, leave);
    return true;
}

static void add_start(Check *c) {
    LocId entry = c->p->funcs.at[c->p->entry].entry;
    if (!map_find(&c->invariant, entry) || !c->useful[entry])
        return;
    ProofCondition condition = { .kind = CONDITION_START, .from = entry, .to = entry };
    condition.premise = term_true(c->t);
    condition.conclusion = block_after(c->blocks, &c->start, invariant_at(c, entry));
    vec_push(&c->out->conditions, condition);
}

// An unmodelled entry is reached at once.
static bool add_conditions(Check *c) {
    const Program *p = c->p;
    LocId entry = p->funcs.at[p->entry].entry;
    if (c->useful[entry] && is_unmodelled(c, entry))
        return proof_reject(c->out, has_call(p, entry) ? "calls" : "proof check failed",
                            "the program starts with a command that is not modelled");
    add_start(c);
    for (uint32_t i = 0; i < c->points.count; i++) {
        LocId from = c->points.at[i];
        EdgeId call = call_at(c, from);
        bool ends = from == p->error || is_unmodelled(c, from);
        if (!ends && !(call ? add_call(c, from, call) : add_from(c, from, 0)))
            return false;
    }
    return true;
}

static void free_check(Check *c) {
    for (FuncId f = 0; f < c->p->funcs.count; f++)
        map_free(&c->given[f]);
    free(c->given);
    free(c->summarised);
    free(c->again);
    free(c->fails);
    free(c->reached);
    free(c->useful);
    free(c->is_point);
    vec_free(&c->points);
    map_free(&c->invariant);
    block_free(&c->start);
    calls_free(c->calls);
    blocks_free(c->blocks);
}

static bool build(const Program *p, uint32_t n, const Invariant invariants[], ProofCheck *out) {
    Check c = { .p = p, .t = p->terms, .out = out };
    if (!p->entry || !p->funcs.at[p->entry].entry)
        return proof_reject(out, "proof check failed", "the program has no entry");
    c.blocks = blocks_new(p);
    for (uint32_t i = 0; i < n; i++)
        blocks_keep(c.blocks, invariants[i].formula);
    c.calls = calls_new(p, c.blocks);
    block_initial(c.blocks, &c.start);
    c.summarised = base_alloc(p->funcs.count * sizeof *c.summarised);
    c.again = base_alloc(p->funcs.count * sizeof *c.again);
    c.given = base_alloc(p->funcs.count * sizeof *c.given);
    c.fails = base_alloc(p->funcs.count * sizeof *c.fails);
    c.reached = base_alloc(p->locs.count);
    c.useful = base_alloc(p->locs.count);
    c.is_point = base_alloc(p->locs.count);
    find_summarised(&c, n, invariants);
    reach_forwards(&c);
    reach_backwards(&c);
    bool good = names_are_new(&c) && take_invariants(&c, n, invariants);
    find_points(&c);
    good = good && add_conditions(&c);
    free_check(&c);
    return good;
}

// ---- public interface ----
ProofCheck check_invariants(const Program *p, uint32_t n, const Invariant invariants[], const ProofOptions *options) {
    static const ProofOptions usual = { 0 };
    double start = clock_wall();
    ProofCheck out = { .failed = UINT32_MAX };
    if (program_may_deadlock(p))
        proof_reject(&out, "deadlock", "who waits for whom is seen in the product of all threads only");
    else if (build(p, n, invariants, &out))
        proof_discharge(p, options ? options : &usual, &out);
    out.seconds = clock_wall() - start;
    proof_check_check(&out);
    return out;
}

// The product is built from the program here; what is claimed of it must hold under every schedule then.
static ProofCheck check_interleaved(const Program *p, const Claim *claim, const ProofOptions *options) {
    ProofCheck out = { .failed = UINT32_MAX };
    Reason why;
    Interleaving *threads = interleave(p, INTERLEAVE_USUAL, &why);
    if (threads)
        out = check_invariants(interleaving_program(threads), claim->proof.invariants.count, claim->proof.invariants.at,
                               options);
    else
        proof_reject(&out, "threads", "the interleavings are too many to be one program (%s)", why.text);
    interleaving_free(threads);
    return out;
}

ProofCheck check_proof(const Program *p, const Claim *claim, const ProofOptions *options) {
    if (claim->kind == CLAIM_SAFE && claim->proof.modular)
        return check_threads(p, &claim->proof, options);
    if (claim->kind == CLAIM_SAFE && claim->proof.interleaved)
        return check_interleaved(p, claim, options);
    if (claim->kind == CLAIM_SAFE)
        return check_invariants(p, claim->proof.invariants.count, claim->proof.invariants.at, options);
    ProofCheck out = { .failed = UINT32_MAX };
    proof_reject(&out, "proof check failed", "the engine does not claim that the property holds");
    return out;
}
