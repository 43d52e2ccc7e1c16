#include "spec/monitor/monitor_memory.h"
#include "program/edit.h"
#include "spec/monitor/monitor_again.h"
#include <stdlib.h>

typedef struct Monitor {
    Program *p;
    const EventSet *events;
    EdgeId *def;        // by VarId: the one edge that assigns it, or 0
    EdgeId *first_save; // by FuncId: its first STACK_SAVE, in the order of the text; 0: none
    Map roots, offsets; // term -> term
    VarId heap_count;   // of live heap objects; 0: not counted
    Map plain;          // variable -> what it was computed from
    bool listing;       // accesses are listed, nothing is changed
    VecAccess accesses;
    uint8_t *again;   // by access: an earlier one has checked it
    uint32_t checked; // accesses so far
} Monitor;

// ---- roots ----
static void find_defs(Monitor *m) {
    const Program *p = m->p;
    const VarId *vars;
    m->def = base_alloc(p->vars.count * sizeof *m->def);
    m->first_save = base_alloc(p->funcs.count * sizeof *m->first_save);
    uint8_t *several = base_alloc(p->vars.count);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        FuncId func = edge->from ? p->locs.at[edge->from].func : 0;
        if (func && edge->cmd.kind == CMD_STACK_SAVE && !m->first_save[func])
            m->first_save[func] = e;
        uint32_t n = p->edges.at[e].from ? cmd_writes(&p->edges.at[e].cmd, &vars) : 0;
        for (uint32_t i = 0; i < n; i++) {
            several[vars[i]] |= m->def[vars[i]] != 0;
            m->def[vars[i]] = e;
        }
    }
    for (VarId v = 1; v < p->vars.count; v++)
        if (several[v] || !p->vars.at[v].func)
            m->def[v] = 0;
    free(several);
}

// What the variable is assigned, where that is one ASSIGN; else no term.  In SSA it holds wherever the variable is
// used.
static Term defined_as(const Monitor *m, VarId v) {
    const Cmd *cmd = m->def[v] ? &m->p->edges.at[m->def[v]].cmd : NULL;
    if (!cmd || cmd->kind != CMD_ASSIGN)
        return (Term){ 0 };
    uint32_t i = 0;
    while (cmd->vars[i] != v)
        i++;
    return cmd->terms[i];
}

enum { DEPTH = 200 };

// How many pointers there are in a sum: 1 of an address, 0 of a number or of the distance of two pointers.
static int weight(const Monitor *m, Term a, uint32_t depth) {
    const Terms *t = m->p->terms;
    VarId v = program_var_of(m->p, a);
    int sum = 0;
    if (!depth)
        return 0;
    if (v) {
        const Var *var = &m->p->vars.at[v];
        Term value = defined_as(m, v);
        if (value.id && !var->pointer)
            return weight(m, value, depth - 1);
        return var->pointer || var->kind == VAR_ADDRESS;
    }
    switch (term_op(t, a)) {
    case OP_BV_ADD:
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            sum += weight(m, term_arg(t, a, i), depth - 1);
        return sum;
    case OP_BV_NEG:
        return -weight(m, term_arg(t, a, 0), depth - 1);
    case OP_BV_MUL: // -1 times it
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            sum -= weight(m, term_arg(t, a, i), depth - 1);
        return sum;
    case OP_BV_AND:
    case OP_BV_OR:
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            sum |= weight(m, term_arg(t, a, i), depth - 1) == 1;
        return sum;
    case OP_ITE:
        return weight(m, term_arg(t, a, 1), depth - 1) == 1 || weight(m, term_arg(t, a, 2), depth - 1) == 1;
    default:
        return 0;
    }
}

// An address as the pointer that it was computed from, and the distance from there.
typedef struct Derived {
    Term root, offset;
} Derived;
static Derived derive(Monitor *m, Term a, uint32_t depth);

static Derived underived(const Monitor *m, Term a) {
    return (Derived){ a, term_bv(m->p->terms, 0, m->p->pointer_bits) };
}

// The one argument that is a pointer; no term: there is none, or there are several.
static Term pointer_of(const Monitor *m, Term a) {
    const Terms *t = m->p->terms;
    Term found = { 0 };
    for (uint32_t i = 0; i < term_arity(t, a); i++) {
        if (weight(m, term_arg(t, a, i), DEPTH) != 1)
            continue;
        if (found.id)
            return (Term){ 0 };
        found = term_arg(t, a, i);
    }
    return found;
}

static Derived derive_sum(Monitor *m, Term a, uint32_t depth) {
    Terms *t = m->p->terms;
    Term pointer = pointer_of(m, a);
    if (!pointer.id)
        return underived(m, a);
    Derived d = derive(m, pointer, depth - 1);
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (!term_same(term_arg(t, a, i), pointer))
            d.offset = term_2(t, OP_BV_ADD, d.offset, term_arg(t, a, i));
    return d;
}

static Derived derive_other(Monitor *m, Term a, uint32_t depth) {
    Terms *t = m->p->terms;
    Op op = term_op(t, a);
    if (op == OP_BV_ADD)
        return derive_sum(m, a, depth);
    if (op == OP_ITE) {
        Term c = term_arg(t, a, 0);
        Derived x = derive(m, term_arg(t, a, 1), depth - 1), y = derive(m, term_arg(t, a, 2), depth - 1);
        return (Derived){ term_ite(t, c, x.root, y.root), term_ite(t, c, x.offset, y.offset) };
    }
    Term pointer = op == OP_BV_AND || op == OP_BV_OR ? pointer_of(m, a) : (Term){ 0 };
    if (!pointer.id)
        return underived(m, a);
    Term root = derive(m, pointer, depth - 1).root;
    return (Derived){ root, term_bv_sub(t, a, root) };
}

static Derived derive(Monitor *m, Term a, uint32_t depth) {
    uint32_t root, offset;
    if (!depth)
        return underived(m, a);
    if (map_get(&m->roots, a.id, &root) && map_get(&m->offsets, a.id, &offset))
        return (Derived){ { root }, { offset } };
    Derived d = underived(m, a);
    map_put(&m->roots, a.id, d.root.id); // until it is known: a loop of assignments ends here
    map_put(&m->offsets, a.id, d.offset.id);
    VarId v = program_var_of(m->p, a);
    Term value = v ? defined_as(m, v) : (Term){ 0 };
    if (value.id)
        d = derive(m, value, depth - 1);
    else if (!v)
        d = derive_other(m, a, depth);
    map_put(&m->roots, a.id, d.root.id);
    map_put(&m->offsets, a.id, d.offset.id);
    return d;
}

// ---- objects that an address names ----
typedef struct Named {
    Term size;
    bool constant; // may not be written
} Named;

static bool is_named(const Monitor *m, Term root, Named *out) {
    const Program *p = m->p;
    VarId v = program_var_of(p, root);
    if (!v)
        return false;
    const Var *var = &p->vars.at[v];
    if (var->kind == VAR_ADDRESS) {
        const Object *o = &p->objects.at[var->object];
        *out = (Named){ term_bv(p->terms, o->size, p->pointer_bits), o->constant };
        return o->kind == OBJ_GLOBAL && !o->external; // a thread names its own thread-local objects
    }
    const Edge *e = m->def[v] ? &p->edges.at[m->def[v]] : NULL;
    if (!e || e->cmd.kind != CMD_ALLOC || p->objects.at[e->cmd.object].kind != OBJ_STACK)
        return false;
    *out = (Named){ e->cmd.a, false };
    EdgeId save = m->first_save[p->locs.at[e->from].func];
    bool stays = !save || m->def[v] < save; // else it may end before its function does
    return stays && !p->objects.at[e->cmd.object].scoped;
}

// Are the bytes inside?
static Term inside(Terms *t, const Named *o, Term offset, Term bytes) {
    Term fits = term_2(t, OP_BV_ULE, bytes, o->size);
    return term_and(t, fits, term_2(t, OP_BV_ULE, offset, term_bv_sub(t, o->size, bytes)));
}

// ---- checks ----
typedef struct Check {
    EdgeId edge; // in front of which it comes
    Validity valid;
    Term address, root, bytes;
    GoalId goal; // 0: where it fails the run is not modelled
} Check;

static LocId new_loc(Program *p, const Edge *e) {
    LocId loc = program_loc(p, p->locs.at[e->from].func, e->pos);
    p->locs.at[loc].inlined = p->locs.at[e->from].inlined;
    return loc;
}

static void give_up(Program *p, LocId at, SrcPos pos, const char *what) {
    program_edge(p, at, p->stop, pos, (Cmd){ .kind = CMD_UNMODELLED, .text = program_name(p, what) });
}

static void fail(Program *p, LocId at, SrcPos pos, GoalId goal) {
    if (goal)
        program_edge(p, at, p->error, pos, cmd_error(goal));
    else
        give_up(p, at, pos, "a pointer that points outside its object");
}

// Branches: where 'condition' holds to the location returned, else on to 'bad'.
static LocId branch(Program *p, LocId at, const Edge *e, Term condition, LocId bad) {
    LocId good = new_loc(p, e);
    program_edge(p, at, good, e->pos, cmd_assume(condition));
    program_edge(p, at, bad, e->pos, cmd_assume(term_not(p->terms, condition)));
    return good;
}

static LocId ask(Program *p, LocId at, const Edge *e, const Check *c, VarId *var) {
    *var = program_var(p, p->locs.at[e->from].func, "valid", sort_bool(p->terms), VAR_LOCAL);
    LocId asked = new_loc(p, e);
    Cmd cmd = { .kind = CMD_VALID, .var = *var, .a = c->address, .b = c->root, .c = c->bytes, .valid = c->valid };
    program_edge(p, at, asked, e->pos, cmd);
    return asked;
}

static void put_check(Monitor *m, const Check *c) {
    Program *p = m->p;
    Edge e = p->edges.at[c->edge];
    VarId valid;
    LocId bad = new_loc(p, &e), asked = ask(p, e.from, &e, c, &valid);
    // the edge itself is still at e.from: it moves behind the check
    LocId good = branch(p, asked, &e, var_term(p, valid), bad);
    fail(p, bad, e.pos, c->goal);
    edge_set_source(p, c->edge, good);
}

// The VALID behind a comparison that fails is for the interpreter: it says what is wrong.
static void put_comparison(Monitor *m, const Check *c, Term condition) {
    Program *p = m->p;
    Edge e = p->edges.at[c->edge];
    VarId valid;
    if (term_op(p->terms, condition) == OP_TRUE)
        return;
    LocId bad = new_loc(p, &e), good = branch(p, e.from, &e, condition, bad);
    LocId asked = ask(p, bad, &e, c, &valid);
    fail(p, asked, e.pos, c->goal);
    edge_set_source(p, c->edge, good);
}

// Of a variable that holds a number in between: what it was computed from.  So two computations of one index are the
// same.
static Term plain_leaf(void *self, Term leaf) {
    Monitor *m = self;
    VarId v = program_var_of(m->p, leaf);
    Term value = v && !m->p->vars.at[v].pointer ? defined_as(m, v) : (Term){ 0 };
    uint32_t known;
    if (!value.id)
        return leaf;
    if (map_get(&m->plain, leaf.id, &known))
        return (Term){ known };
    map_put(&m->plain, leaf.id, leaf.id); // until it is known
    Term plain = term_map(m->p->terms, value, plain_leaf, m, NULL);
    map_put(&m->plain, leaf.id, plain.id);
    return plain;
}

static void list_access(Monitor *m, EdgeId e, Derived d, Term bytes, bool write) {
    uint64_t n = 0, high = 0;
    Named o;
    if (term_op(m->p->terms, bytes) == OP_BV_CONST)
        term_bits(m->p->terms, bytes, &n, &high);
    bool stays = is_named(m, d.root, &o) && !o.constant;
    Term offset = term_map(m->p->terms, d.offset, plain_leaf, m, NULL);
    vec_push(&m->accesses, (Access){ e, d.root, offset, n, write, stays });
}

static void check_access(Monitor *m, EdgeId e, Term address, Term bytes, bool write) {
    Program *p = m->p;
    Edge edge = p->edges.at[e];
    if (!m->events->accesses)
        return;
    Derived d = derive(m, address, DEPTH);
    if (m->listing) {
        list_access(m, e, d, bytes, write);
        return;
    }
    Check c = { e, write ? VALID_WRITE : VALID_READ, address, d.root, bytes, 0 };
    c.goal = program_goal(p, write ? GOAL_WRITE : GOAL_READ, write ? "an invalid write" : "an invalid read", edge.pos,
                          p->locs.at[edge.from].func);
    Named o;
    assert(m->accesses.at[m->checked].edge == e);
    if (m->again[m->checked++])
        return;
    if (is_named(m, c.root, &o) && !(write && o.constant)) {
        Term none = term_eq(p->terms, bytes, term_bv(p->terms, 0, p->pointer_bits));
        put_comparison(m, &c, term_or(p->terms, none, inside(p->terms, &o, d.offset, bytes)));
    } else
        put_check(m, &c);
}

// memcpy: source and target may not overlap, but be the same.
static void check_apart(Monitor *m, EdgeId e) {
    Program *p = m->p;
    Terms *t = p->terms;
    Edge edge = p->edges.at[e];
    Derived to = derive(m, edge.cmd.a, DEPTH), from = derive(m, edge.cmd.b, DEPTH);
    Named a, b;
    bool model = edge.pos.file && file_is_model(program_text(p, p->files.at[edge.pos.file]));
    if (!edge.cmd.apart || model || !m->events->library)
        return;
    if (!term_same(to.root, from.root)) {
        if (!is_named(m, to.root, &a) || !is_named(m, from.root, &b))
            program_assume_that(p, "memcpy and assignments of structures have source and target apart, where these are "
                                   "given by different pointers");
        return;
    }
    Term n = edge.cmd.c, d = term_bv_sub(t, to.offset, from.offset);
    Term apart = term_and(t, term_2(t, OP_BV_ULE, n, d), term_2(t, OP_BV_ULE, n, term_1(t, OP_BV_NEG, d)));
    Term good = term_or(t, term_eq(t, to.offset, from.offset), apart);
    if (term_op(t, good) == OP_TRUE)
        return;
    LocId bad = new_loc(p, &edge), next = branch(p, edge.from, &edge, good, bad);
    fail(p, bad, edge.pos,
         program_goal(p, GOAL_LIBRARY, "memcpy: source and target overlap", edge.pos, p->locs.at[edge.from].func));
    edge_set_source(p, e, next);
}

static void check_free(Monitor *m, EdgeId e) {
    Program *p = m->p;
    Edge edge = p->edges.at[e];
    if (!m->events->frees)
        return;
    Term none = term_bv(p->terms, 0, p->pointer_bits);
    Check c = { e, VALID_FREE, edge.cmd.a, edge.cmd.a, none, 0 };
    c.goal = program_goal(p, GOAL_FREE, "an invalid free", edge.pos, p->locs.at[edge.from].func);
    put_check(m, &c);
}

// A pointer that is passed on must be in its object.
static void check_step(Monitor *m, EdgeId e, Term value) {
    Program *p = m->p;
    if (sort_kind(p->terms, term_sort(p->terms, value)) != SORT_BV ||
        sort_width(p->terms, term_sort(p->terms, value)) != p->pointer_bits || weight(m, value, DEPTH) != 1)
        return;
    Derived d = derive(m, value, DEPTH);
    Term none = term_bv(p->terms, 0, p->pointer_bits);
    if (term_same(d.offset, none))
        return;
    Check c = { e, VALID_STEP, value, d.root, none, 0 };
    Named o;
    if (is_named(m, d.root, &o))
        put_comparison(m, &c, inside(p->terms, &o, d.offset, none));
    else
        put_check(m, &c);
}

// ---- commands ----
static Term word(const Monitor *m, uint64_t x) {
    return term_bv(m->p->terms, x, m->p->pointer_bits);
}

static void check_values(Monitor *m, EdgeId e) {
    Cmd cmd = m->p->edges.at[e].cmd;
    for (uint32_t i = 0; m->events->accesses && i < cmd.n; i++) {
        bool seen_through = cmd.kind == CMD_ASSIGN && defined_as(m, cmd.vars[i]).id;
        if (!seen_through && cmd.terms[i].id)
            check_step(m, e, cmd.terms[i]);
    }
}

static void check_accesses(Monitor *m, EdgeId e) {
    Cmd cmd = m->p->edges.at[e].cmd;
    switch (cmd.kind) {
    case CMD_LOAD:
        check_access(m, e, cmd.a, word(m, cmd.bytes), false);
        break;
    case CMD_STORE:
        check_access(m, e, cmd.a, word(m, cmd.bytes), true);
        break;
    case CMD_COPY:
        check_access(m, e, cmd.b, cmd.c, false);
        check_access(m, e, cmd.a, cmd.c, true);
        break;
    case CMD_SET:
        check_access(m, e, cmd.a, cmd.c, true);
        break;
    case CMD_HAVOC:
        if (cmd.a.id)
            check_access(m, e, cmd.a, cmd.c.id ? cmd.c : word(m, 1), true);
        break;
    default:
        break;
    }
}

static void check_edge(Monitor *m, EdgeId e) {
    Cmd cmd = m->p->edges.at[e].cmd;
    check_accesses(m, e);
    switch (cmd.kind) {
    case CMD_STORE:
        if (m->events->accesses)
            check_step(m, e, cmd.b);
        break;
    case CMD_COPY:
        check_apart(m, e);
        break;
    case CMD_FREE:
    case CMD_OBJECT_SIZE: // realloc
        check_free(m, e);
        break;
    case CMD_ASSIGN:
    case CMD_CALL:
    case CMD_RETURN:
        check_values(m, e);
        break;
    default:
        break;
    }
}

// ---- the end of the program ----
static void count_objects(Monitor *m, EdgeId e) {
    Program *p = m->p;
    Edge edge = p->edges.at[e];
    Term count = var_term(p, m->heap_count), one = word(m, 1), zero = word(m, 0);
    bool makes = edge.cmd.kind == CMD_ALLOC && p->objects.at[edge.cmd.object].kind == OBJ_HEAP;
    if (makes ? p->objects.at[edge.cmd.object].lent : edge.cmd.kind != CMD_FREE)
        return;
    Term less = term_ite(p->terms, term_eq(p->terms, edge.cmd.a, zero), count, term_bv_sub(p->terms, count, one));
    Term now = makes ? term_2(p->terms, OP_BV_ADD, count, one) : less;
    LocId before = new_loc(p, &edge);
    program_edge(p, edge.from, before, edge.pos, cmd_assign(p, m->heap_count, now));
    edge_set_source(p, e, before);
}

static void check_end(Monitor *m, EdgeId e) {
    Program *p = m->p;
    Edge edge = p->edges.at[e];
    FuncId func = p->locs.at[edge.from].func;
    Term none = term_eq(p->terms, var_term(p, m->heap_count), word(m, 0));
    LocId bad = new_loc(p, &edge), good = branch(p, edge.from, &edge, none, bad);
    if (m->events->kept) {
        fail(p, bad, edge.pos, program_goal(p, GOAL_CLEANUP, "memory is not freed", edge.pos, func));
    } else if (edge.cmd.kind == CMD_EXIT) { // pointers to it may be in variables of functions that have not returned
        give_up(p, bad, edge.pos, "exit() while memory is allocated");
    } else {
        VarId valid;
        Check c = { .edge = e, .valid = VALID_TRACKED };
        LocId lost = new_loc(p, &edge), asked = ask(p, bad, &edge, &c, &valid);
        program_edge(p, asked, good, edge.pos, cmd_assume(var_term(p, valid)));
        program_edge(p, asked, lost, edge.pos, cmd_assume(term_not(p->terms, var_term(p, valid))));
        fail(p, lost, edge.pos, program_goal(p, GOAL_TRACKED, "memory is lost", edge.pos, func));
    }
    edge_set_source(p, e, good);
}

void monitor_memory(Program *p, const EventSet *events) {
    assert(!p->monitored && events_of_memory(events));
    Monitor m = { .p = p, .events = events };
    EdgeId n = p->edges.count;
    find_defs(&m);
    p->lives_matter = events->accesses || events->frees;
    p->calls_checked = events->accesses;
    for (VarId v = 1; v < p->vars.count; v++)
        if (p->vars.at[v].from_number)
            program_assume_that(p, "pointers that are made of integers point into the object that these came from");
    p->heap_counted = events->lost || events->kept;
    m.listing = true;
    for (EdgeId e = 1; e < n; e++)
        if (p->edges.at[e].from)
            check_accesses(&m, e);
    m.listing = false;
    m.again = monitor_again(p, &m.accesses);
    for (EdgeId e = 1; e < n; e++)
        if (p->edges.at[e].from)
            check_edge(&m, e);
    if (events->lost || events->kept)
        m.heap_count = program_var(p, 0, "heap.objects", sort_bv(p->terms, p->pointer_bits), VAR_GLOBAL);
    for (EdgeId e = 1; m.heap_count && e < n; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from)
            continue;
        bool returns = edge->cmd.kind == CMD_RETURN && p->locs.at[edge->from].func == p->entry;
        if (returns || edge->cmd.kind == CMD_EXIT)
            check_end(&m, e);
        else
            count_objects(&m, e);
    }
    vec_free(&m.accesses);
    free(m.again);
    map_free(&m.plain);
    map_free(&m.roots);
    map_free(&m.offsets);
    free(m.def);
    free(m.first_save);
}
