// unroll.c - copies of a loop's body, one for each value of the variable that decides when it ends
#include "program/pass/unroll.h"
#include "program/digraph.h"
#include "program/edit.h"

typedef struct Unroll {
    Program *p;
    Dominators dom;
    Digraph into; // EdgeIds into each location
    LocId head;
    VecU32 body;   // its locations, the head first
    uint8_t *in;   // per location: is it in the body?
    VarId counter; // the variable
    VecTerm value; // those that it takes on
    Map copies;    // location and index of a value -> location of the copy, + 1; 1 as long as there is none
    Map *done;     // heads that are copies
    VecU32 todo;   // pairs: location, index of the value
    Map objects;   // site and index -> its copy
    Map cache;     // of terms with the value put in
    Term now;      // this value
} Unroll;

// ---- the body ----
static bool in_loop(const Unroll *u, LocId loc) {
    return dominators_reach(&u->dom, loc) && dominates(&u->dom, u->head, loc);
}

// What leads back to the head without leaving what the head dominates.
static void find_body(Unroll *u) {
    assert(u->head && dominators_reach(&u->dom, u->head) && !u->in[u->head]);
    u->body.count = 0;
    vec_push(&u->body, u->head);
    u->in[u->head] = 1;
    for (uint32_t i = 0; i < u->body.count; i++) {
        LocId loc = u->body.at[i];
        for (uint32_t k = u->into.first[loc]; k < u->into.first[loc + 1]; k++) {
            LocId from = u->p->edges.at[u->into.to[k]].from;
            if (!in_loop(u, from) || u->in[from])
                continue;
            u->in[from] = 1;
            vec_push(&u->body, from);
        }
    }
}

static void forget_body(Unroll *u) {
    for (uint32_t i = 0; i < u->body.count; i++)
        u->in[u->body.at[i]] = 0;
}

static bool has_thread_steps(const Unroll *u) {
    assert(u->body.count && u->body.at[0] == u->head);
    for (uint32_t i = 0; i < u->body.count; i++)
        for_out_edges(u->p, u->body.at[i], e) {
            CmdKind kind = u->p->edges.at[e].cmd.kind;
            if (kind == CMD_THREAD_CREATE || kind == CMD_THREAD_JOIN)
                return true;
        }
    return false;
}

// ---- the counter ----
static bool writes(const Cmd *cmd, VarId var) {
    const VarId *vars;
    uint32_t n = cmd_writes(cmd, &vars);
    for (uint32_t i = 0; i < n; i++)
        if (vars[i] == var)
            return true;
    return false;
}

static bool is_written(const Unroll *u, VarId var) {
    for (uint32_t i = 0; i < u->body.count; i++)
        for_out_edges(u->p, u->body.at[i], e) if (writes(&u->p->edges.at[e].cmd, var)) return true;
    return false;
}

static bool is_listed(const VecU32 *vars, VarId var) {
    for (uint32_t i = 0; i < vars->count; i++)
        if (vars->at[i] == var)
            return true;
    return false;
}

// Appends the local variables that the body writes and a test on a way out of it reads.
static void find_counters(const Unroll *u, VecU32 *counters) {
    for (uint32_t i = 0; i < u->body.count; i++)
        for_out_edges(u->p, u->body.at[i], e) {
            const Edge *edge = &u->p->edges.at[e];
            VecTerm vars = { 0 };
            if (!u->in[edge->to] && edge->cmd.kind == CMD_ASSUME)
                term_vars(u->p->terms, edge->cmd.a, &vars);
            for (uint32_t k = 0; k < vars.count; k++) {
                VarId var = program_var_of(u->p, vars.at[k]);
                if (u->p->vars.at[var].func && !is_listed(counters, var) && is_written(u, var))
                    vec_push(counters, var);
            }
            vec_free(&vars);
        }
}

static Term put_in(void *context, Term variable) {
    Unroll *u = context;
    return program_var_of(u->p, variable) == u->counter ? u->now : variable;
}

static Term with_value(Unroll *u, Term a, Term value) {
    assert(u->counter && value.id);
    Term var = var_term(u->p, u->counter);
    return term_substitute(u->p->terms, a, 1, &var, &value);
}

// The value that the command gives the counter, which has 'before'; no term: not known.
static Term value_after(Unroll *u, const Cmd *cmd, Term before) {
    if (!writes(cmd, u->counter))
        return before;
    Term after = { 0 };
    for (uint32_t i = 0; cmd->kind == CMD_ASSIGN && i < cmd->n; i++)
        if (cmd->vars[i] == u->counter)
            after = with_value(u, cmd->terms[i], before);
    return after.id && term_is_const(u->p->terms, after) ? after : (Term){ 0 };
}

// The constant that the counter has at the end of the edge, on every way to it; no term: not known.
static Term value_behind(Unroll *u, EdgeId edge) {
    enum { LONGEST = 200 };
    VecU32 todo = { 0 };
    Map seen = { 0 };
    Term value = { 0 };
    bool known = true;
    vec_push(&todo, edge);
    for (uint32_t i = 0; i < todo.count && known; i++) {
        const Edge *e = &u->p->edges.at[todo.at[i]];
        if (writes(&e->cmd, u->counter)) {
            Term found = value_after(u, &e->cmd, var_term(u->p, u->counter));
            known = found.id && (!value.id || term_same(value, found));
            value = found;
            continue;
        }
        known = todo.count < LONGEST && u->into.first[e->from] < u->into.first[e->from + 1] &&
                e->from != u->p->funcs.at[u->p->locs.at[e->from].func].entry;
        for (uint32_t k = u->into.first[e->from]; k < u->into.first[e->from + 1]; k++)
            if (!map_find(&seen, u->into.to[k])) {
                map_put(&seen, u->into.to[k], 1);
                vec_push(&todo, u->into.to[k]);
            }
    }
    vec_free(&todo);
    map_free(&seen);
    return known ? value : (Term){ 0 };
}

// ---- which copies ----
static uint64_t copy_key(LocId loc, uint32_t value) {
    return (uint64_t)value << 32 | loc;
}

static bool add_value(Unroll *u, Term value, uint32_t *index) {
    for (*index = 0; *index < u->value.count; ++*index)
        if (term_same(u->value.at[*index], value))
            return true;
    vec_push(&u->value, value);
    return u->value.count <= UNROLL_ITERATIONS + 1; // the last one ends the loop
}

static bool want_copy(Unroll *u, LocId loc, Term value) {
    assert(u->in[loc] && u->todo.count % 2 == 0);
    uint32_t index;
    if (!value.id || !add_value(u, value, &index))
        return false;
    if (map_find(&u->copies, copy_key(loc, index)))
        return true;
    map_put(&u->copies, copy_key(loc, index), 1);
    vec_push(&u->todo, loc);
    vec_push(&u->todo, index);
    return u->todo.count / 2 <= UNROLL_LOCATIONS;
}

static bool is_taken(Unroll *u, const Cmd *cmd, Term value) {
    return cmd->kind != CMD_ASSUME || term_op(u->p->terms, with_value(u, cmd->a, value)) != OP_FALSE;
}

static bool enters(const Unroll *u, EdgeId e) {
    return dominators_reach(&u->dom, u->p->edges.at[e].from) && !u->in[u->p->edges.at[e].from];
}

// Follows the values through the loop; false where one is not a constant, or there are too many.
static bool find_copies(Unroll *u) {
    bool good = true;
    for (uint32_t k = u->into.first[u->head]; k < u->into.first[u->head + 1] && good; k++)
        if (enters(u, u->into.to[k]))
            good = want_copy(u, u->head, value_behind(u, u->into.to[k]));
    for (uint32_t i = 0; i < u->todo.count && good; i += 2) {
        Term value = u->value.at[u->todo.at[i + 1]];
        for_out_edges(u->p, u->todo.at[i], e) {
            const Edge *edge = &u->p->edges.at[e];
            if (good && u->in[edge->to] && is_taken(u, &edge->cmd, value))
                good = want_copy(u, edge->to, value_after(u, &edge->cmd, value));
        }
    }
    return good && u->value.count;
}

// ---- the copies ----
static ObjId copy_site(Unroll *u, ObjId o, uint32_t value) {
    ObjId copy = map_find(&u->objects, copy_key(o, value));
    if (!copy)
        map_put(&u->objects, copy_key(o, value), copy = site_copy(u->p, o, u->p->objects.at[o].func));
    return copy;
}

static LocId copy_of(Unroll *u, LocId loc, Term value) {
    uint32_t index;
    if (!u->in[loc])
        return loc;
    add_value(u, value, &index);
    LocId copy = map_find(&u->copies, copy_key(loc, index));
    assert(copy && "find_copies came there");
    return copy - 1;
}

static void copy_edges(Unroll *u, LocId loc, uint32_t index) {
    assert(u->in[loc] && index < u->value.count);
    Program *p = u->p;
    Term value = u->value.at[index];
    LocId from = copy_of(u, loc, value);
    for_out_edges(p, loc, e) {
        Edge old = p->edges.at[e];
        if (!is_taken(u, &old.cmd, value))
            continue;
        Cmd cmd = cmd_map(p, &old.cmd, put_in, u, &u->cache);
        cmd.vars = cmd.n_vars ? arena_array(p->arena, VarId, cmd.n_vars) : NULL;
        for (uint32_t i = 0; i < cmd.n_vars; i++)
            cmd.vars[i] = old.cmd.vars[i];
        if (cmd.kind == CMD_ALLOC && p->objects.at[cmd.object].kind != OBJ_GLOBAL)
            cmd.object = copy_site(u, cmd.object, index);
        program_edge(p, from, u->in[old.to] ? copy_of(u, old.to, value_after(u, &old.cmd, value)) : old.to, old.pos,
                     cmd);
    }
}

static void copy_notes(Unroll *u) {
    Program *p = u->p;
    for (uint32_t i = 0, n = p->bindings.count; i < n; i++)
        for (uint32_t v = 0; v < u->value.count && u->in[p->bindings.at[i].loc]; v++) {
            Binding b = p->bindings.at[i];
            b.loc = map_find(&u->copies, copy_key(b.loc, v));
            if (b.loc-- != 0)
                vec_push(&p->bindings, b);
        }
    for (uint32_t i = 0, n = p->loops.count; i < n; i++)
        for (uint32_t v = 0; v < u->value.count && u->in[p->loops.at[i].loc]; v++) {
            SourceLoop loop = p->loops.at[i];
            loop.loc = map_find(&u->copies, copy_key(loop.loc, v));
            if (loop.loc-- != 0)
                vec_push(&p->loops, loop);
        }
}

static void make_copies(Unroll *u) {
    assert(u->todo.count % 2 == 0 && u->value.count && "find_copies was successful");
    Program *p = u->p;
    for (uint32_t i = 0; i < u->todo.count; i += 2) {
        Loc old = p->locs.at[u->todo.at[i]];
        LocId copy = program_loc(p, old.func, old.pos);
        p->locs.at[copy].inlined = old.inlined;
        map_put(&u->copies, copy_key(u->todo.at[i], u->todo.at[i + 1]), copy + 1);
        if (u->todo.at[i] == u->head)
            map_put(u->done, copy, 1);
    }
    for (uint32_t i = 0; i < u->todo.count; i += 2) {
        u->now = u->value.at[u->todo.at[i + 1]];
        map_free(&u->cache);
        u->cache = (Map){ 0 };
        copy_edges(u, u->todo.at[i], u->todo.at[i + 1]);
    }
    copy_notes(u);
    for (uint32_t k = u->into.first[u->head]; k < u->into.first[u->head + 1]; k++) {
        EdgeId e = u->into.to[k];
        if (enters(u, e))
            p->edges.at[e].to = copy_of(u, u->head, value_behind(u, e));
    }
}

static void forget_copies(Unroll *u) {
    u->value.count = u->todo.count = 0;
    map_free(&u->copies);
    map_free(&u->objects);
    map_free(&u->cache);
    u->copies = u->objects = u->cache = (Map){ 0 };
}

static bool unroll(Unroll *u) {
    VecU32 counters = { 0 };
    bool done = false;
    if (has_thread_steps(u))
        find_counters(u, &counters);
    for (uint32_t i = 0; i < counters.count && !done; i++) {
        u->counter = counters.at[i];
        done = find_copies(u);
        if (done)
            make_copies(u);
        forget_copies(u);
    }
    vec_free(&counters);
    return done;
}

// ---- which loops ----
static bool is_head(const Unroll *u, LocId loc) {
    for (uint32_t k = u->into.first[loc]; k < u->into.first[loc + 1]; k++) {
        LocId from = u->p->edges.at[u->into.to[k]].from;
        if (dominators_reach(&u->dom, from) && dominates(&u->dom, loc, from))
            return true;
    }
    return false;
}

// Unrolls one loop, the innermost first: what dominates comes first in the order.
static bool unroll_one(Program *p, Map *heads) {
    Digraph flow = flow_graph(p);
    Unroll u = { .p = p, .dom = dominators_new(&flow, 0), .into = edges_into(p), .done = heads };
    u.in = base_alloc(p->locs.count);
    bool done = false;
    for (uint32_t i = u.dom.order.count; i-- > 0 && !done;) {
        u.head = u.dom.order.at[i];
        if (!p->locs.at[u.head].func || map_find(heads, u.head) || !is_head(&u, u.head))
            continue;
        find_body(&u);
        done = unroll(&u);
        forget_body(&u);
    }
    vec_free(&u.body);
    vec_free(&u.value);
    vec_free(&u.todo);
    free(u.in);
    dominators_free(&u.dom);
    digraph_free(&u.into);
    digraph_free(&flow);
    return done;
}

bool program_unroll_threads(Program *p) {
    enum { MOST_LOOPS = 64 };
    Map heads = { 0 };
    uint32_t n = 0;
    while (n < MOST_LOOPS && unroll_one(p, &heads))
        n++;
    map_free(&heads);
    return n != 0;
}
