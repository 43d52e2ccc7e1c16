// bmc_unroll.c - executes the program on merged states, loops up to the bound
//
// A frame is an activation of a function.  Its locations are executed in weak
// topological order: when one's turn comes, all that lead there forwards have
// been executed, and their states wait to be merged.  At the end of a loop
// the states that went back to its head start the next round, or are cut.
#include "base/limits.h"
#include "engine/bmc/bmc.h"

typedef struct Waiting { // states that have arrived at a location
    VecState states;
    uint32_t node; // of the unrolled graph; 0: none yet
} Waiting;
typedef struct Open { // a loop being executed
    uint32_t head, end;
    uint32_t round, counted; // counted: rounds that the bound is for
    bool decided;            // a constant decided in this round that the loop goes on
    uint64_t splits;         // when the round began
    bool begun;              // 'first' is set
    State first;             // at the head, when the round before began
    ContextId context, outer;
} Open;
struct Frame {
    Plan *plan;
    Waiting *here, *again; // by place; again: for the next round of its loop
    uint32_t at;           // in the order
    VEC(Open) open;
    ContextId context;
    uint32_t serial; // of the last object made before it
    bool returned;
    State result;       // of 'returned'
    uint32_t exit_node; // likewise
    // the caller; the entry function has none
    EdgeId call;
    PMap locals;
};

ContextId bmc_context(Bmc *b, ContextId parent, uint32_t what, uint32_t number) {
    uint32_t pair[2] = { what, number };
    for (int i = 0; i < 2; i++) {
        uint64_t key = (uint64_t)parent << 32 | pair[i];
        uint32_t known = map_find(&b->contexts, key);
        if (!known) {
            known = ++b->n_contexts;
            map_put(&b->contexts, key, known);
        }
        parent = known;
    }
    return parent;
}

static uint32_t new_node(Bmc *b) {
    vec_push(&b->nodes, (Node){ 0 });
    return b->nodes.count - 1;
}

// ---- frames ----
static Frame *push_frame(Bmc *b, FuncId func, ContextId context) {
    Frame *f = base_alloc(sizeof *f);
    f->plan = bmc_plan(b, func);
    f->here = base_alloc(f->plan->locs.count * sizeof *f->here);
    f->again = base_alloc(f->plan->locs.count * sizeof *f->again);
    f->context = context;
    f->serial = b->serial;
    vec_push(&b->frames, f);
    return f;
}

static void pop_frame(Bmc *b) {
    assert(b->frames.count);
    Frame *f = vec_pop(&b->frames);
    for (uint32_t i = 0; i < f->plan->locs.count; i++) {
        vec_free(&f->here[i].states);
        vec_free(&f->again[i].states);
    }
    free(f->here);
    free(f->again);
    vec_free(&f->open);
    free(f);
}

static ContextId context_of(const Frame *f) {
    return f->open.count ? vec_last(&f->open).context : f->context;
}

static uint32_t arrive(Bmc *b, Waiting *w, const State *s) {
    assert(!bmc_dead(s));
    if (!w->node)
        w->node = new_node(b);
    vec_push(&w->states, *s);
    return w->node;
}

// ---- edges ----
static void record(Bmc *b, uint32_t node, Taken taken) {
    Node *n = &b->nodes.at[node];
    assert(node && node < b->nodes.count && taken.to && taken.to < b->nodes.count);
    assert(!n->n || n->first + n->n == b->taken.count); // the edges of a node lie side by side
    if (!n->n)
        n->first = b->taken.count;
    n->n++;
    vec_push(&b->taken, taken);
}

// The state has taken the edge: it waits where the edge leads.
static void transfer(Bmc *b, Frame *f, uint32_t node, Taken taken, EdgeId e, const State *s) {
    LocId from = b->p->edges.at[e].from, to = b->p->edges.at[e].to;
    if (bmc_dead(s) || to == b->p->stop)
        return;
    if (to == b->p->error) {
        taken.to = new_node(b);
        vec_push(&b->errors, (Stopped){ s->guard, e, taken.to });
    } else {
        const uint32_t *order = f->plan->wto.place;
        bool forwards = order[b->place[to]] > order[b->place[from]];
        taken.to = arrive(b, &(forwards ? f->here : f->again)[b->place[to]], s);
    }
    record(b, node, taken);
}

static void stop(VecStopped *where, EdgeId e, const State *s) {
    vec_push(where, (Stopped){ .guard = s->guard, .edge = e });
}

static void return_(Bmc *b, const Cmd *cmd, State *s) {
    VecTerm values = { 0 };
    for (uint32_t i = 0; i < cmd->n; i++)
        vec_push(&values, encode_term(b->encoder, cmd->terms[i], &bmc_state, b));
    for (uint32_t i = 0; i < cmd->n; i++)
        s->locals = pmap_put(b->maps, s->locals, s->owner, b->p->vars.count + i, values.at[i]);
    vec_free(&values);
}

// How many activations of the function there are.
static uint32_t active(const Bmc *b, FuncId func) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->frames.count; i++)
        n += b->frames.at[i]->plan->func == func;
    return n;
}

static void call(Bmc *b, uint32_t node, EdgeId e, State *s) {
    const Cmd *cmd = &b->p->edges.at[e].cmd;
    const Function *callee = &b->p->funcs.at[cmd->callee];
    if (!cmd->callee || !callee->defined || callee->params.count != cmd->n) {
        stop(&b->unmodelled, e, s);
        return;
    }
    uint32_t depth = active(b, cmd->callee);
    if (depth > b->bound) {
        stop(&b->cut, e, s);
        return;
    }
    if (depth > 1 && bmc_feasible(b, s->guard) == SMT_UNSAT)
        return;
    PMap locals = { 0 };
    for (uint32_t i = 0; i < cmd->n; i++) {
        Term value = encode_term(b->encoder, cmd->terms[i], &bmc_state, b);
        locals = pmap_put(b->maps, locals, s->owner, callee->params.at[i], value);
    }
    Frame *f = push_frame(b, cmd->callee, bmc_context(b, b->context, 2 * e + 1, 0));
    f->call = e;
    f->locals = s->locals;
    State inner = *s;
    inner.locals = locals;
    inner.owner = ++b->owners;
    uint32_t entry = arrive(b, &f->here[b->place[callee->entry]], &inner);
    record(b, node, (Taken){ .edge = e, .to = entry });
}

// All of a function is executed: its caller goes on.
static void finish_frame(Bmc *b) {
    Frame *f = vec_last(&b->frames);
    assert(!f->open.count && f->at == f->plan->wto.order.count);
    EdgeId e = f->call;
    bool returned = f->returned;
    State s = f->result;
    PMap results = s.locals;
    uint32_t exit_node = f->exit_node, serial = f->serial;
    s.locals = f->locals;
    s.owner = ++b->owners;
    pop_frame(b);
    if (!b->frames.count || !returned)
        return;
    const Cmd *cmd = &b->p->edges.at[e].cmd;
    b->now = &s;
    if (b->p->lives_matter)
        bmc_end_stack(b, serial);
    for (uint32_t i = 0; i < cmd->n_vars; i++)
        if (cmd->vars[i])
            bmc_state.set(b, cmd->vars[i], pmap_get(b->maps, results, b->p->vars.count + i));
    b->now = NULL;
    transfer(b, vec_last(&b->frames), exit_node, (Taken){ 0 }, e, &s);
}

static void control(Bmc *b, Frame *f, uint32_t node, EdgeId e, State *s) {
    const Cmd *cmd = &b->p->edges.at[e].cmd;
    switch (cmd->kind) {
    case CMD_CALL:
        call(b, node, e, s);
        return;
    case CMD_RETURN:
        return_(b, cmd, s);
        break;
    case CMD_THREAD_CREATE:
    case CMD_THREAD_JOIN:
        stop(&b->threads, e, s);
        return;
    case CMD_UNMODELLED:
        stop(&b->unmodelled, e, s);
        return;
    default: // the end of the run, or the error
        break;
    }
    transfer(b, f, node, (Taken){ .edge = e }, e, s);
}

// An edge out of a loop that a constant disables: the loop is known to go on.
static void note_decided(Bmc *b, Frame *f, EdgeId e) {
    LocId to = b->p->edges.at[e].to;
    if (to == b->p->error || to == b->p->stop)
        return;
    uint32_t place = f->plan->wto.place[b->place[to]];
    for (uint32_t i = f->open.count; i-- > 0;) {
        Open *open = &f->open.at[i];
        if (place >= f->plan->wto.place[open->head] && place < open->end)
            return;
        open->decided = true;
    }
}

// A mark on the stack is the number of the last object made before.
static void follow_stack(Bmc *b, const Cmd *cmd) {
    if (!b->p->lives_matter)
        return;
    if (cmd->kind == CMD_STACK_SAVE && cmd->var)
        bmc_state.set(b, cmd->var, term_bv(b->t, b->serial, b->p->pointer_bits));
    if (cmd->kind != CMD_STACK_RESTORE)
        return;
    Term mark = encode_term(b->encoder, cmd->a, &bmc_state, b);
    uint64_t serial = 0, high; // where it is not known all that is on the stack is gone
    if (term_op(b->t, mark) == OP_BV_CONST)
        term_bits(b->t, mark, &serial, &high);
    bmc_end_stack(b, (uint32_t)serial);
}

static void follow(Bmc *b, Frame *f, uint32_t node, EdgeId e, State *s) {
    const Cmd *cmd = &b->p->edges.at[e].cmd;
    GuardId before = s->guard;
    Taken taken = { .edge = e };
    b->now = s;
    b->steps++;
    switch (encode_edge(b->encoder, e, &bmc_state, b)) {
    case ENCODED:
        follow_stack(b, cmd);
        break;
    case ENCODE_CONTROL:
        control(b, f, node, e, s);
        return;
    case ENCODE_OBJECTS:
        if (bmc_object_command(b, e))
            break;
        stop(&b->unmodelled, e, s);
        return;
    case ENCODE_NOT_HANDLED:
        stop(&b->unmodelled, e, s);
        return;
    }
    if (cmd->kind == CMD_ASSUME) {
        b->splits += s->guard != before && !bmc_dead(s);
        taken.condition = encode_term(b->encoder, cmd->a, &bmc_state, b);
        if (bmc_dead(s))
            note_decided(b, f, e);
    }
    if ((cmd->kind == CMD_INPUT || cmd->kind == CMD_LOAD) && cmd->var)
        taken.value = bmc_state.get(b, cmd->var);
    transfer(b, f, node, taken, e, s);
}

// ---- locations ----
static const VecU32 *live_at(const Frame *f, uint32_t place) {
    return &f->plan->live[place];
}

// Later rounds of a loop may be impossible: the solver can find that.  It is asked in
// rounds 1, 2, 4, ...: that costs little where they are possible.  What is cut after
// the last round is asked together, later.
static bool worth_it(Bmc *b, const Frame *f, uint32_t place, GuardId guard) {
    if (!f->open.count || vec_last(&f->open).head != place)
        return true;
    uint32_t n = vec_last(&f->open).counted;
    if (n == 0 || n >= b->bound || (n & (n - 1)) != 0)
        return true;
    return bmc_feasible(b, guard) != SMT_UNSAT;
}

// A round that begins with no state but those the round before began with can
// reach nothing new: the inputs of one serve for the other.
static bool repeats(Bmc *b, Frame *f, uint32_t place, const State *s) {
    if (!f->open.count || vec_last(&f->open).head != place)
        return false;
    Open *open = &vec_last(&f->open);
    if (open->begun && bmc_includes(b, &open->first, s, live_at(f, place)))
        return true;
    open->begun = true;
    open->first = *s;
    return false;
}

static void execute(Bmc *b, Frame *f, uint32_t place) {
    Waiting *w = &f->here[place];
    assert(w->states.count && w->node);
    LocId loc = f->plan->locs.at[place];
    State s;
    b->context = context_of(f);
    bmc_merge(b, &w->states, live_at(f, place), &s);
    uint32_t node = w->node;
    vec_free(&w->states);
    w->node = 0;
    if (bmc_dead(&s) || repeats(b, f, place, &s) || !worth_it(b, f, place, s.guard))
        return;
    s.owner = ++b->owners; // 'repeats' may have kept it
    if (loc == b->p->funcs.at[f->plan->func].exit) {
        f->returned = true;
        f->result = s;
        f->exit_node = node;
        return;
    }
    EdgeId e = b->p->locs.at[loc].first_out;
    while (e) {
        const Edge *edge = &b->p->edges.at[e];
        EdgeId next = edge->cmd.kind == CMD_ASSUME ? edge->next_out : 0; // others cannot be disabled
        State own = next ? bmc_copy(b, &s) : s;
        follow(b, f, node, e, &own);
        e = next;
    }
}

// ---- loops ----
static void open_loop(Bmc *b, Frame *f, uint32_t head) {
    ContextId outer = context_of(f);
    Open open = { .head = head, .end = f->plan->wto.end[head], .outer = outer, .splits = b->splits };
    open.context = bmc_context(b, outer, 2 * f->plan->locs.at[head], 0);
    vec_push(&f->open, open);
}

// Rounds that constants decide are many and cheap: they do not count, within reason.
enum { CONCRETE_STEPS = 1 << 22, DECIDED_ROUNDS = 4 };
static bool counts(const Bmc *b, const Open *open) {
    if (!b->free_rounds || !open->decided)
        return true;
    if (open->splits == b->splits)
        return b->steps > CONCRETE_STEPS * b->bound;
    return open->round >= DECIDED_ROUNDS * b->bound;
}

// The loop on top has been executed once: starts its next round, or closes it.
static void next_round(Bmc *b, Frame *f) {
    assert(f->open.count && vec_last(&f->open).end == f->at);
    Open *open = &vec_last(&f->open);
    Waiting *again = &f->again[open->head];
    if (again->states.count && counts(b, open) && open->counted++ >= b->bound) {
        for (uint32_t i = 0; i < again->states.count; i++)
            stop(&b->cut, 0, &again->states.at[i]);
        again->states.count = 0;
        again->node = 0;
    }
    if (!again->states.count) {
        f->open.count--;
        return;
    }
    f->here[open->head] = *again;
    *again = (Waiting){ 0 };
    open->round++;
    open->decided = false;
    open->splits = b->splits;
    open->context = bmc_context(b, open->outer, 2 * f->plan->locs.at[open->head], open->round);
    f->at = f->plan->wto.place[open->head];
}

// Executes the frame until it calls a function or is done; true when done.
static bool run_frame(Bmc *b, Frame *f) {
    const Wto *wto = &f->plan->wto;
    uint32_t depth = b->frames.count;
    for (;;) {
        if (f->open.count && vec_last(&f->open).end == f->at) {
            next_round(b, f);
            continue;
        }
        if (f->at == wto->order.count)
            return true;
        uint32_t place = wto->order.at[f->at++];
        if (wto_is_head(wto, place) && (!f->open.count || vec_last(&f->open).head != place))
            open_loop(b, f, place);
        if (!f->here[place].states.count)
            continue;
        execute(b, f, place);
        b->interrupted |= limits_hit() || (b->task->seconds > 0 && bmc_seconds_left(b) <= 0);
        bmc_record(b);
        if (b->frames.count != depth || b->interrupted)
            return false;
    }
}

// ---- the whole program ----
static void start_state(Bmc *b, State *s) {
    const Function *entry = &b->p->funcs.at[b->p->entry];
    *s = (State){ .guard = GUARD_ALWAYS, .owner = ++b->owners };
    b->now = s;
    for (VarId v = 1; v < b->p->vars.count; v++)
        if (b->p->vars.at[v].kind == VAR_GLOBAL)
            bmc_state.set(b, v, bmc_initial_value(b, v));
    b->entry_inputs.count = 0;
    for (uint32_t i = 0; i < entry->params.count; i++) {
        char name[32];
        snprintf(name, sizeof name, "argument!%u", i);
        Term input = term_var(b->t, name, b->p->vars.at[entry->params.at[i]].sort);
        vec_push(&b->entry_inputs, input);
        bmc_state.set(b, entry->params.at[i], input);
    }
}

static void reset(Bmc *b) {
    pmaps_reset(b->maps);
    b->pass++;
    b->serial = 0;
    b->owners = 0;
    b->steps = b->splits = 0;
    b->context = 0;
    b->taken.count = 0;
    b->nodes.count = 0;
    vec_push(&b->nodes, (Node){ 0 });
    b->errors.count = b->cut.count = b->unmodelled.count = b->threads.count = b->large.count = 0;
    b->accesses.count = 0;
}

void bmc_unroll(Bmc *b) {
    assert(b->bound && !b->frames.count);
    reset(b);
    Frame *f = push_frame(b, b->p->entry, 0);
    State s;
    start_state(b, &s);
    arrive(b, &f->here[b->place[b->p->funcs.at[b->p->entry].entry]], &s);
    while (b->frames.count) {
        bool done = run_frame(b, vec_last(&b->frames));
        if (b->interrupted)
            pop_frame(b);
        else if (done)
            finish_frame(b);
    }
}
