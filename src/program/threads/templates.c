// templates.c - copies of thread functions, and the ghosts that take the place of thread commands
#include "program/threads/templates.h"
#include "program/access.h"
#include "program/edit.h"
#include "program/step/block.h"
#include "program/step/layout.h"
#include "logic/term/value.h"

enum { BUSY = 16, OWNER_BITS = 32 };
enum { TOP_BITS = 8 }; // a template's number, and 0
enum { CLAIM_NONE, CLAIM_READ, CLAIM_WRITE, CLAIM_BITS = 2 };

typedef struct Maker {
    Templates *ts;
    const Program *old;
    Program *p;
    Terms *t;
    uint32_t *component; // of the old program's flow graph
    VecU32 depth;        // by LocId of the old program: 1 + nesting of atomic sections; 0: not known
    uint8_t *active;     // by LocId of the old program: in an interrupt, or main beneath interrupts
    AccessTable access;  // of the old program
    VarId *var;          // the copies for the template at hand
    LocId *loc;
    Map cache;
    uint32_t now; // the template
    const char *failed;
} Maker;

// ---- ghosts ----
static VarId ghost(Maker *m, const char *stem, uint32_t number, uint32_t bits) {
    char name[32];
    snprintf(name, sizeof name, "%s!%u", stem, number);
    return program_var(m->p, 0, name, sort_bv(m->t, bits), VAR_GLOBAL);
}

static bool is_mutex_command(const Cmd *cmd) {
    return cmd->kind == CMD_MUTEX_INIT || cmd->kind == CMD_MUTEX_LOCK || cmd->kind == CMD_MUTEX_TRYLOCK ||
           cmd->kind == CMD_MUTEX_UNLOCK;
}

// An address inside an object that is there in every run: other such terms are other addresses.
static bool is_place(const Program *p, Term a) {
    Terms *t = p->terms;
    uint64_t offset = 0;
    Term base = a;
    if (term_op(t, a) == OP_BV_ADD && term_arity(t, a) == 2) {
        bool first = term_is_const(t, term_arg(t, a, 0));
        Term rest = term_arg(t, a, first ? 0 : 1);
        base = term_arg(t, a, first ? 1 : 0);
        if (!term_is_const(t, rest))
            return false;
        offset = value_of_term(t, rest).lo;
    }
    VarId v = program_var_of(p, base);
    if (!v || p->vars.at[v].kind != VAR_ADDRESS)
        return false;
    const Object *o = &p->objects.at[p->vars.at[v].object];
    return o->kind == OBJ_GLOBAL && !o->thread_local && !o->external && offset < o->size;
}

static void find_mutexes(Maker *m) {
    Templates *ts = m->ts;
    for (EdgeId e = 1; e < m->old->edges.count; e++) {
        const Cmd *cmd = &m->old->edges.at[e].cmd;
        bool known = !m->old->edges.at[e].from || !is_mutex_command(cmd) || !is_place(m->old, cmd->a);
        for (uint32_t i = 0; i < ts->mutexes.count && !known; i++)
            known = term_same(ts->mutexes.at[i], cmd->a);
        if (known)
            continue;
        VarId owner = ghost(m, "owner", ts->mutexes.count, OWNER_BITS);
        vec_push(&ts->owners, var_term(m->p, owner));
        vec_push(&ts->mutexes, cmd->a);
    }
}

// Any number, the same in the whole run.
static VarId rigid(Maker *m, uint32_t number) {
    VarId v = ghost(m, "tid", number, m->p->pointer_bits);
    ObjId object = program_object(m->p, OBJ_GLOBAL, "thread's number");
    m->p->objects.at[object].external = true;
    m->p->objects.at[object].size = m->p->pointer_bits / 8;
    m->p->vars.at[v].object = object;
    return v;
}

// ---- which templates there are ----
static void mark_inside(Maker *m, LocId loc, bool inside) {
    while (m->ts->inside.count <= loc)
        vec_push(&m->ts->inside, 0);
    m->ts->inside.at[loc] = inside;
}

static uint32_t add_template(Maker *m, FuncId old, bool many) {
    Templates *ts = m->ts;
    Template t = { .old = old, .many = many };
    uint32_t number = ts->all.count;
    if (number == TEMPLATES_MOST)
        m->failed = "threads";
    t.func = m->p->entry;
    if (number) { // a name of its own
        char name[160];
        snprintf(name, sizeof name, "%.100s!%u", program_text(m->old, m->old->funcs.at[old].name), number);
        t.func = program_func(m->p, name);
    }
    mark_inside(m, m->p->locs.count - 1, false);
    t.me = program_var(m->p, t.func, "me", sort_bv(m->t, OWNER_BITS), VAR_LOCAL);
    if (number && !many) {
        t.state = ghost(m, "state", number, TEMPLATE_STATE_BITS);
        t.tid = rigid(m, number);
        t.result = ghost(m, "result", number, m->p->pointer_bits);
    }
    vec_push(&ts->all, t);
    return number;
}

static uint32_t many_of(Maker *m, FuncId callee) {
    for (uint32_t i = 1; i < m->ts->all.count; i++)
        if (m->ts->all.at[i].many && m->ts->all.at[i].old == callee)
            return i;
    return add_template(m, callee, true);
}

// ---- atomic sections ----
static void set_depth(Maker *m, LocId loc, uint32_t depth, VecU32 *todo) {
    if (!m->old->locs.at[loc].func)
        return;
    if (!m->depth.at[loc]) {
        m->depth.at[loc] = depth + 1;
        vec_push(todo, loc);
    } else if (m->depth.at[loc] != depth + 1) {
        m->failed = "atomic sections";
    }
}

static void find_depths(Maker *m, FuncId f) {
    VecU32 todo = { 0 };
    set_depth(m, m->old->funcs.at[f].entry, 0, &todo);
    while (todo.count && !m->failed) {
        LocId loc = vec_pop(&todo);
        uint32_t depth = m->depth.at[loc] - 1;
        for_out_edges(m->old, loc, e) {
            CmdKind kind = m->old->edges.at[e].cmd.kind;
            uint32_t next = kind == CMD_ATOMIC_BEGIN ? depth + 1 : kind == CMD_ATOMIC_END && depth ? depth - 1 : depth;
            set_depth(m, m->old->edges.at[e].to, next, &todo);
        }
    }
    vec_free(&todo);
}

// ---- copying ----
static VarId var_of(Maker *m, VarId old) {
    const Var *from = &m->old->vars.at[old];
    FuncId func = m->ts->all.at[m->now].func;
    if (!old || !from->func)
        return old;
    if (m->now == 0 && from->func == func)
        return old;
    if (m->var[old])
        return m->var[old];
    Var copy = *from;
    char name[200];
    snprintf(name, sizeof name, "%.150s@%u", term_name(m->t, from->term), m->now);
    VarId v = program_var(m->p, func, name, from->sort, from->kind);
    Var *to = &m->p->vars.at[v];
    to->pointer = copy.pointer;
    to->from_number = copy.from_number;
    to->object = copy.object;
    to->offset = copy.offset;
    to->c_name = copy.c_name;
    to->c_type = copy.c_type;
    to->pos = copy.pos;
    while (m->ts->var_origin.count <= v)
        vec_push(&m->ts->var_origin, 0);
    m->ts->var_origin.at[v] = old;
    return m->var[old] = v;
}

static Term renamed(void *context, Term variable) {
    Maker *m = context;
    VarId v = program_var_of(m->old, variable);
    if (v && m->old->vars.at[v].object && m->old->objects.at[m->old->vars.at[v].object].thread_local)
        m->failed = "thread-local variables";
    return v ? var_term(m->p, var_of(m, v)) : variable;
}

static Cmd cmd_of(Maker *m, const Cmd *old) {
    Cmd cmd = cmd_map(m->p, old, renamed, m, &m->cache);
    cmd.var = var_of(m, old->var);
    if (!cmd.n_vars)
        return cmd;
    cmd.vars = arena_array(m->p->arena, VarId, cmd.n_vars);
    for (uint32_t i = 0; i < cmd.n_vars; i++) {
        VarId v = old->vars[i];
        if (v && m->old->vars.at[v].object && m->old->objects.at[m->old->vars.at[v].object].thread_local)
            m->failed = "thread-local variables";
        cmd.vars[i] = var_of(m, v);
    }
    return cmd;
}

static LocId new_loc(Maker *m, SrcPos pos, bool inside) {
    LocId loc = program_loc(m->p, m->ts->all.at[m->now].func, pos);
    mark_inside(m, loc, inside);
    return loc;
}

static LocId loc_of(Maker *m, LocId old) {
    const Function *f = &m->old->funcs.at[m->ts->all.at[m->now].old];
    const Function *g = &m->p->funcs.at[m->ts->all.at[m->now].func];
    if (!m->old->locs.at[old].func)
        return old; // error, stop
    if (old == f->exit)
        return g->exit;
    if (!m->loc[old]) {
        m->loc[old] = new_loc(m, m->old->locs.at[old].pos, m->depth.at[old] > 1);
        m->p->locs.at[m->loc[old]].inlined = m->old->locs.at[old].inlined;
    }
    return m->loc[old];
}

typedef struct Place { // an edge of the old program on its way into the new one
    EdgeId old;
    LocId from, to;
    SrcPos pos;
    bool inside; // an atomic section
} Place;

static EdgeId put(Maker *m, const Place *at, LocId from, LocId to, Cmd cmd) {
    EdgeId e = program_edge(m->p, from, to, at->pos, cmd);
    while (m->ts->origin.count <= e)
        vec_push(&m->ts->origin, 0);
    m->ts->origin.at[e] = at->old;
    return e;
}

static void not_modelled(Maker *m, const Place *at, LocId from, const char *why) {
    put(m, at, from, m->p->stop, (Cmd){ .kind = CMD_UNMODELLED, .text = program_name(m->p, why) });
}

// ---- mutexes ----
static Term me(const Maker *m) {
    return var_term(m->p, m->ts->all.at[m->now].me);
}

static Term owner_bits(const Maker *m, uint64_t value) {
    return term_bv(m->t, value, OWNER_BITS);
}

// Is the mutex of the command this one?
static Term is_mutex(Maker *m, Term address, uint32_t i) {
    if (is_place(m->p, address))
        return term_bool(m->t, term_same(address, m->ts->mutexes.at[i]));
    return term_eq(m->t, address, m->ts->mutexes.at[i]);
}

static Cmd take_mutex(Maker *m, const Cmd *cmd) {
    Templates *ts = m->ts;
    VecU32 vars = { 0 };
    VecTerm terms = { 0 };
    bool frees = cmd->kind == CMD_MUTEX_INIT || cmd->kind == CMD_MUTEX_UNLOCK;
    Term free_one = term_false(m->t);
    for (uint32_t i = 0; i < ts->mutexes.count; i++) {
        Term is = is_mutex(m, cmd->a, i), owner = ts->owners.at[i];
        Term is_free = term_eq(m->t, owner, owner_bits(m, 0));
        Term taken = frees ? owner_bits(m, 0) : term_ite(m->t, is_free, me(m), owner);
        if (term_op(m->t, is) == OP_FALSE)
            continue;
        free_one = term_or(m->t, free_one, term_and(m->t, is, is_free));
        vec_push(&vars, program_var_of(m->p, owner));
        vec_push(&terms, term_ite(m->t, is, taken, owner));
    }
    if (cmd->kind == CMD_MUTEX_TRYLOCK && cmd->var) {
        uint32_t width = sort_width(m->t, m->p->vars.at[cmd->var].sort);
        vec_push(&vars, cmd->var);
        vec_push(&terms, term_ite(m->t, free_one, term_bv(m->t, 0, width), term_bv(m->t, BUSY, width)));
    }
    Cmd out = vars.count ? cmd_assign_n(m->p, vars.count, vars.at, terms.at) : (Cmd){ .kind = CMD_SKIP };
    vec_free(&vars);
    vec_free(&terms);
    return out;
}

static Term waits_until(Maker *m, Term address) { // some mutex of that address is free
    Term any = term_false(m->t);
    for (uint32_t i = 0; i < m->ts->mutexes.count; i++) {
        Term is_free = term_eq(m->t, m->ts->owners.at[i], owner_bits(m, 0));
        any = term_or(m->t, any, term_and(m->t, is_mutex(m, address, i), is_free));
    }
    return any;
}

static void copy_mutex(Maker *m, const Place *at, const Cmd *cmd) {
    Place here = *at;
    if (!is_place(m->p, cmd->a)) {
        Term known = term_false(m->t);
        for (uint32_t i = 0; i < m->ts->mutexes.count; i++)
            known = term_or(m->t, known, is_mutex(m, cmd->a, i));
        LocId yes = new_loc(m, at->pos, at->inside), no = new_loc(m, at->pos, at->inside);
        put(m, at, at->from, yes, cmd_assume(known));
        put(m, at, at->from, no, cmd_assume(term_not(m->t, known)));
        not_modelled(m, at, no, "a mutex whose address is not known");
        here.from = yes;
    }
    if (cmd->kind == CMD_MUTEX_LOCK) { // both in one step
        LocId middle = new_loc(m, at->pos, true);
        put(m, at, here.from, middle, cmd_assume(waits_until(m, cmd->a)));
        here.from = middle;
    }
    put(m, at, here.from, at->to, take_mutex(m, cmd));
}

// ---- threads ----
static bool runs_once(const Maker *m, EdgeId e) {
    const Edge *edge = &m->old->edges.at[e];
    return !m->ts->all.at[m->now].many && m->component[edge->from] != m->component[edge->to];
}

static void copy_create(Maker *m, const Place *at, const Cmd *cmd) {
    FuncId callee = cmd->callee;
    const Function *f = &m->old->funcs.at[callee];
    bool fits = !callee || !f->defined || program_thread_fits(m->old, callee);
    if (!callee || !f->defined || !fits || at->inside) {
        not_modelled(m, at, at->from,
                     fits ? "a thread started through a pointer or in an atomic section" : THREAD_OF_OTHER_TYPE);
        return;
    }
    uint32_t number = runs_once(m, at->old) ? add_template(m, callee, false) : many_of(m, callee);
    const Template *t = &m->ts->all.at[number];
    Cmd out = { .kind = CMD_SKIP };
    if (t->many && cmd->var)
        out = (Cmd){ .kind = CMD_INPUT, .var = cmd->var, .input = INPUT_LIBRARY, .text = program_name(m->p, "thread") };
    VarId vars[2] = { t->state, cmd->var };
    Term terms[2] = { term_bv(m->t, TEMPLATE_RUNS, TEMPLATE_STATE_BITS), { 0 } };
    if (!t->many && cmd->var) {
        uint32_t width = sort_width(m->t, m->p->vars.at[cmd->var].sort);
        Term tid = var_term(m->p, t->tid);
        terms[1] = width < m->p->pointer_bits ? term_extract(m->t, tid, width - 1, 0) : term_zext(m->t, tid, width);
    }
    if (!t->many)
        out = cmd_assign_n(m->p, cmd->var ? 2 : 1, vars, terms);
    EdgeId e = put(m, at, at->from, at->to, out);
    while (m->ts->spawn_of.count <= e)
        vec_push(&m->ts->spawn_of, 0);
    vec_push(&m->ts->spawns, (Spawn){ number, cmd->b });
    m->ts->spawn_of.at[e] = m->ts->spawns.count;
}

// Which templates exist is not known before all are made: joins are filled in at the end.
static Term has_ended(Maker *m, Term id) {
    Term all = term_true(m->t);
    for (uint32_t i = 1; i < m->ts->all.count; i++) {
        const Template *t = &m->ts->all.at[i];
        if (t->many || sort_width(m->t, term_sort(m->t, id)) != m->p->pointer_bits)
            continue;
        Term is = term_eq(m->t, id, var_term(m->p, t->tid));
        Term ended = term_eq(m->t, var_term(m->p, t->state), term_bv(m->t, TEMPLATE_ENDED, TEMPLATE_STATE_BITS));
        all = term_and(m->t, all, term_implies(m->t, is, ended));
    }
    return all;
}

// As wide as that; no term where it is no bit-vector.
static Term as_wide_as(Maker *m, Term value, uint32_t bits) {
    if (!value.id || sort_kind(m->t, term_sort(m->t, value)) != SORT_BV)
        return (Term){ 0 };
    uint32_t width = sort_width(m->t, term_sort(m->t, value));
    return width > bits ? term_extract(m->t, value, bits - 1, 0) : term_zext(m->t, value, bits);
}

// The variable as it is, or what the thread with that number returned.
static Term result_of(Maker *m, Term id, VarId var) {
    Term value = var_term(m->p, var);
    uint32_t width = sort_width(m->t, m->p->vars.at[var].sort);
    for (uint32_t i = 1; i < m->ts->all.count; i++) {
        const Template *t = &m->ts->all.at[i];
        if (t->many || sort_width(m->t, term_sort(m->t, id)) != m->p->pointer_bits)
            continue;
        Term is = term_eq(m->t, id, var_term(m->p, t->tid));
        value = term_ite(m->t, is, as_wide_as(m, var_term(m->p, t->result), width), value);
    }
    return value;
}

// In one step: wait, and take the result.
static void copy_join(Maker *m, const Place *at, const Cmd *cmd) {
    LocId waits = at->from, last = at->to;
    if (cmd->var) {
        waits = new_loc(m, at->pos, at->inside);
        last = new_loc(m, at->pos, true);
        put(m, at, at->from, waits,
            (Cmd){ .kind = CMD_INPUT, .var = cmd->var, .input = INPUT_LIBRARY, .text = program_name(m->p, "join") });
    }
    EdgeId e = put(m, at, waits, last, cmd_assume(term_true(m->t)));
    m->p->edges.at[e].cmd.b = cmd->a; // until fill_joins
    if (!cmd->var)
        return;
    e = put(m, at, last, at->to, cmd_assign(m->p, cmd->var, var_term(m->p, cmd->var)));
    m->p->edges.at[e].cmd.b = cmd->a;
}

static void fill_joins(Maker *m) {
    for (EdgeId e = 1; e < m->p->edges.count; e++) {
        Cmd *cmd = &m->p->edges.at[e].cmd;
        bool join =
            templates_origin(m->ts, e) && m->old->edges.at[templates_origin(m->ts, e)].cmd.kind == CMD_THREAD_JOIN;
        if (!m->p->edges.at[e].from || !join || !cmd->b.id)
            continue;
        if (cmd->kind == CMD_ASSUME)
            cmd->a = has_ended(m, cmd->b);
        else
            cmd->terms[0] = result_of(m, cmd->b, cmd->vars[0]);
        cmd->b = (Term){ 0 };
    }
}

static void end_thread(Maker *m, const Place *at, Term result) {
    const Template *t = &m->ts->all.at[m->now];
    Cmd cmd = { .kind = CMD_SKIP };
    if (m->active[m->old->edges.at[at->old].from])
        m->failed = "an interrupt that ends its thread";
    result = as_wide_as(m, result, m->p->pointer_bits);
    if (!result.id)
        result = term_bv(m->t, 0, m->p->pointer_bits);
    VarId vars[2] = { t->state, t->result };
    Term terms[2] = { term_bv(m->t, TEMPLATE_ENDED, TEMPLATE_STATE_BITS), result };
    if (t->state)
        cmd = cmd_assign_n(m->p, 2, vars, terms);
    put(m, at, at->from, new_loc(m, at->pos, false), cmd);
}

// ---- data races ----
// The marks that matter: with a write among those that they may meet.
static bool may_race(const Maker *m, const Cmd *mark) {
    bool meets = mark->write;
    for (EdgeId e = 1; e < m->old->edges.count && !meets; e++) {
        const Edge *edge = &m->old->edges.at[e];
        meets = edge->from && edge->cmd.kind == CMD_ACCESS && edge->cmd.write &&
                access_may_overlap(m->old, mark, &edge->cmd);
    }
    return meets;
}

static void make_claim(Maker *m) {
    Templates *ts = m->ts;
    ts->claim = ghost(m, "claim", 0, CLAIM_BITS);
    ts->claim_address = ghost(m, "claim.address", 0, m->p->pointer_bits);
    ts->claim_bytes = ghost(m, "claim.bytes", 0, m->p->pointer_bits);
}

// Another thread stands before an access to a common byte, and one of both is a write.
static Term conflict(Maker *m, const Cmd *mark, Term bytes) {
    const Templates *ts = m->ts;
    Term claim = var_term(m->p, ts->claim), at = var_term(m->p, ts->claim_address);
    Term none = term_eq(m->t, claim, term_bv(m->t, CLAIM_NONE, CLAIM_BITS));
    Term writes = term_eq(m->t, claim, term_bv(m->t, CLAIM_WRITE, CLAIM_BITS));
    Term within = term_2(m->t, OP_BV_ULT, term_bv_sub(m->t, mark->a, at), var_term(m->p, ts->claim_bytes));
    Term around = term_2(m->t, OP_BV_ULT, term_bv_sub(m->t, at, mark->a), bytes);
    Term kinds = mark->write ? term_not(m->t, none) : writes;
    return term_and(m->t, kinds, term_or(m->t, within, around));
}

static Cmd set_claim(Maker *m, uint64_t claim, Term address, Term bytes) {
    VarId vars[3] = { m->ts->claim, m->ts->claim_address, m->ts->claim_bytes };
    Term terms[3] = { term_bv(m->t, claim, CLAIM_BITS), address, bytes };
    return cmd_assign_n(m->p, 3, vars, terms);
}

// Fails if another thread has claimed what it is about to access; then it claims that itself for a while, or does not.
// Where it is atomic it need not: the other one of a race is not, and may claim.
static void copy_access(Maker *m, const Place *at, const Cmd *mark) {
    Place part = { .pos = at->pos };
    bool claimed = !at->inside && !mark->atomic;
    const Place *stays = m->old->races_meet ? &part : at, *goes = m->old->races_meet ? at : &part;
    if (!may_race(m, &m->old->edges.at[at->old].cmd)) {
        put(m, at, at->from, at->to, (Cmd){ .kind = CMD_SKIP });
        return;
    }
    if (!m->ts->claim)
        make_claim(m);
    Term bytes = mark->c.id ? mark->c : term_bv(m->t, mark->bytes, m->p->pointer_bits);
    Term races = conflict(m, mark, bytes), zero = term_bv(m->t, 0, m->p->pointer_bits);
    LocId bad = new_loc(m, at->pos, true), good = claimed ? new_loc(m, at->pos, true) : at->to;
    put(m, &part, at->from, bad, cmd_assume(races));
    put(m, at, bad, m->p->error, cmd_error(mark->goal));
    put(m, claimed ? stays : at, at->from, good, cmd_assume(term_not(m->t, races)));
    if (!claimed)
        return;
    VarId choice = program_var(m->p, m->ts->all.at[m->now].func, "claims", sort_bv(m->t, 1), VAR_LOCAL);
    Term claims = term_eq(m->t, var_term(m->p, choice), term_bv(m->t, 1, 1));
    Term is_free = term_eq(m->t, var_term(m->p, m->ts->claim), term_bv(m->t, CLAIM_NONE, CLAIM_BITS));
    claims = term_and(m->t, claims, is_free);
    LocId chosen = new_loc(m, at->pos, true), takes = new_loc(m, at->pos, true), stands = new_loc(m, at->pos, false);
    put(m, &part, good, chosen,
        (Cmd){ .kind = CMD_INPUT, .var = choice, .input = INPUT_LIBRARY, .text = program_name(m->p, "claims") });
    put(m, goes, chosen, at->to, cmd_assume(term_not(m->t, claims)));
    put(m, &part, chosen, takes, cmd_assume(claims));
    put(m, &part, takes, stands, set_claim(m, mark->write ? CLAIM_WRITE : CLAIM_READ, mark->a, bytes));
    put(m, goes, stands, at->to, set_claim(m, CLAIM_NONE, zero, zero));
}

// ---- interrupts ----
static void make_interrupts(Maker *m) {
    Templates *ts = m->ts;
    if (ts->off)
        return;
    ts->off = ghost(m, "off", 0, 1);
    ts->top = ghost(m, "top", 0, TOP_BITS);
    for (uint32_t i = 0; i < TEMPLATES_MOST; i++)
        ts->below[i] = ghost(m, "below", i, TOP_BITS);
}

static Term own_level(const Maker *m) {
    return term_bv(m->t, m->now + 1, TOP_BITS);
}

// An interrupt of which there may be several at once does not keep what it preempts from going on.
static bool preempts(const Maker *m, const Place *at) {
    return m->active[m->old->edges.at[at->old].from] && !m->ts->all.at[m->now].many;
}

static void begin_interrupt(Maker *m, const Place *at) {
    Templates *ts = m->ts;
    bool again = preempts(m, at);
    LocId middle = new_loc(m, at->pos, true);
    put(m, at, at->from, middle, cmd_assume(term_eq(m->t, var_term(m->p, ts->off), term_bv(m->t, 0, 1))));
    VarId vars[2] = { ts->below[m->now], ts->top };
    Term terms[2] = { var_term(m->p, ts->top), own_level(m) };
    bool none = again || ts->all.at[m->now].many;
    put(m, &(Place){ .pos = at->pos }, middle, at->to,
        none ? (Cmd){ .kind = CMD_SKIP } : cmd_assign_n(m->p, 2, vars, terms));
}

static void copy_interrupt(Maker *m, const Place *at, const Cmd *cmd) {
    Templates *ts = m->ts;
    switch (cmd->interrupt) {
    case INTERRUPT_BEGIN:
        begin_interrupt(m, at);
        return;
    case INTERRUPT_END:
        put(m, at, at->from, at->to,
            preempts(m, at) ? cmd_assign(m->p, ts->top, var_term(m->p, ts->below[m->now])) : (Cmd){ .kind = CMD_SKIP });
        return;
    case INTERRUPTS_OFF:
    case INTERRUPTS_ON:
        put(m, at, at->from, at->to, cmd_assign(m->p, ts->off, term_bv(m->t, cmd->interrupt == INTERRUPTS_OFF, 1)));
        return;
    }
}

// Does the step wait until its thread is no longer preempted?  Own steps need not, nor what is inside a section, as
// nobody begins there.
static bool is_gated(const Maker *m, const Place *at) {
    const Edge *e = &m->old->edges.at[at->old];
    bool sees = e->cmd.kind != CMD_SKIP && e->cmd.kind != CMD_ASSIGN && e->cmd.kind != CMD_ASSUME &&
                e->cmd.kind != CMD_INPUT && e->cmd.kind != CMD_RETURN;
    if (at->inside || !preempts(m, at))
        return false;
    for_accesses(&m->access, at->old, a) sees |= !a->var || access_is_shared(&m->access, a);
    return sees;
}

// In one step with what follows.
static void add_gate(Maker *m, Place *at) {
    LocId middle = new_loc(m, at->pos, true);
    put(m, &(Place){ .pos = at->pos }, at->from, middle,
        cmd_assume(term_eq(m->t, var_term(m->p, m->ts->top), own_level(m))));
    at->from = middle;
}

static void set_active(Maker *m, LocId loc, bool active, uint8_t *seen, VecU32 *todo) {
    if (!m->old->locs.at[loc].func)
        return;
    if (!seen[loc]) {
        seen[loc] = 1;
        m->active[loc] = active;
        vec_push(todo, loc);
    } else if (m->active[loc] != active) {
        m->failed = "interrupts";
    }
}

// Where the function is between the begin and the end of an interrupt.
static void find_active(Maker *m, FuncId f) {
    VecU32 todo = { 0 };
    uint8_t *seen = base_alloc(m->old->locs.count);
    set_active(m, m->old->funcs.at[f].entry, false, seen, &todo);
    while (todo.count && !m->failed) {
        LocId loc = vec_pop(&todo);
        for_out_edges(m->old, loc, e) {
            const Cmd *cmd = &m->old->edges.at[e].cmd;
            bool now = m->active[loc];
            if (cmd->kind == CMD_INTERRUPT) {
                make_interrupts(m);
                now = cmd->interrupt == INTERRUPT_BEGIN || (now && cmd->interrupt != INTERRUPT_END);
            }
            set_active(m, m->old->edges.at[e].to, now, seen, &todo);
        }
    }
    vec_free(&todo);
    free(seen);
}

// ---- a template ----
static void copy_edge(Maker *m, EdgeId e) {
    const Edge *old = &m->old->edges.at[e];
    Cmd cmd = cmd_of(m, &old->cmd);
    Place at = { .old = e, .from = loc_of(m, old->from), .pos = old->pos };
    at.to = loc_of(m, old->to);
    at.inside = m->ts->inside.at[at.from];
    if (is_gated(m, &at))
        add_gate(m, &at);
    switch (old->cmd.kind) {
    case CMD_THREAD_CREATE:
        copy_create(m, &at, &cmd);
        return;
    case CMD_THREAD_JOIN:
        copy_join(m, &at, &cmd);
        return;
    case CMD_RETURN:
        if (m->now)
            end_thread(m, &at, cmd.n ? cmd.terms[0] : (Term){ 0 });
        else
            put(m, &at, at.from, at.to, cmd);
        return;
    case CMD_THREAD_EXIT:
        end_thread(m, &at, cmd.a);
        return;
    case CMD_ACCESS:
        copy_access(m, &at, &cmd);
        return;
    case CMD_MUTEX_INIT:
    case CMD_MUTEX_LOCK:
    case CMD_MUTEX_TRYLOCK:
    case CMD_MUTEX_UNLOCK:
        copy_mutex(m, &at, &cmd);
        return;
    case CMD_INTERRUPT:
        copy_interrupt(m, &at, &cmd);
        return;
    case CMD_STACK_SAVE: // the stacks of threads are not one
        put(m, &at, at.from, at.to, cmd_assign(m->p, cmd.var, term_bv(m->t, 0, m->p->pointer_bits)));
        return;
    case CMD_STACK_RESTORE:
    case CMD_ATOMIC_BEGIN:
    case CMD_ATOMIC_END:
        put(m, &at, at.from, at.to, (Cmd){ .kind = CMD_SKIP });
        return;
    default:
        put(m, &at, at.from, at.to, cmd);
        return;
    }
}

static void copy_template(Maker *m, uint32_t number) {
    Template t = m->ts->all.at[number];
    m->now = number;
    memset(m->var, 0, m->old->vars.count * sizeof *m->var);
    memset(m->loc, 0, m->old->locs.count * sizeof *m->loc);
    map_free(&m->cache);
    m->cache = (Map){ 0 };
    find_depths(m, t.old);
    find_active(m, t.old);
    m->p->funcs.at[t.func].defined = true;
    Place entry = { .from = m->p->funcs.at[t.func].entry, .to = loc_of(m, m->old->funcs.at[t.old].entry) };
    put(m, &entry, entry.from, entry.to, (Cmd){ .kind = CMD_SKIP }); // no edges lead to the entry
    for (uint32_t i = 0; number && i < m->old->funcs.at[t.old].params.count; i++) {
        VarId param = var_of(m, m->old->funcs.at[t.old].params.at[i]);
        vec_push(&m->p->funcs.at[t.func].params, param);
    }
    for (LocId loc = 1; loc < m->old->locs.count && !m->failed; loc++)
        if (m->old->locs.at[loc].func == t.old && m->depth.at[loc])
            for_out_edges(m->old, loc, e) copy_edge(m, e);
}

// ---- points ----
// Shared data is what some template writes.
static bool is_shared(const AccessTable *access, const Access *a) {
    if (!a->var)
        return true;
    return access_is_shared(access, a) && access->writers.first[a->var] != access->writers.first[a->var + 1];
}

static void find_visible(Templates *ts) {
    const Program *p = ts->p;
    AccessTable access = access_new(p);
    ts->visible = base_alloc(p->edges.count);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        if (!p->edges.at[e].from)
            continue;
        for_accesses(&access, e, a) ts->visible[e] |= is_shared(&access, a);
        ts->visible[e] |= templates_spawn(ts, e) != NULL || cmd_is_outside(&p->edges.at[e].cmd) ||
                          p->edges.at[e].cmd.kind == CMD_HAVOC;
    }
    access_free(&access);
}

static void find_points(Templates *ts) {
    const Program *p = ts->p;
    ts->is_point = base_alloc(p->locs.count);
    Digraph flow = flow_graph(p);
    for (uint32_t i = 0; i < ts->all.count; i++) {
        LocId entry = p->funcs.at[ts->all.at[i].func].entry;
        Wto order = wto_new(&flow, entry, WTO_NONE);
        for (LocId loc = 1; loc < p->locs.count; loc++)
            if (order.place[loc] != WTO_NONE && wto_is_head(&order, loc))
                ts->is_point[loc] = 1;
        ts->is_point[entry] = 1;
        wto_free(&order);
    }
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (edge->from && p->locs.at[edge->to].func && !ts->inside.at[edge->to] &&
            (ts->visible[e] || ts->inside.at[edge->from]))
            ts->is_point[edge->to] = 1;
        if (edge->from && templates_spawn(ts, e))
            ts->is_point[edge->from] = 1;
    }
    digraph_free(&flow);
}

// ---- the whole ----
static void start(Maker *m) {
    Templates *ts = m->ts;
    layout_keep(m->p); // what is made once stays so
    for (LocId loc = 1; loc < m->old->locs.count; loc++)
        loc_delete_out(m->p, loc);
    m->p->bindings.count = m->p->bindings.count > 1 ? 1 : m->p->bindings.count;
    for (uint32_t i = 1; i < m->p->loops.count; i++)
        m->p->loops.at[i].loc = 0;
    vec_push(&ts->origin, 0);
    vec_push(&ts->spawn_of, 0);
    Digraph flow = flow_graph(m->old);
    uint32_t n;
    m->component = digraph_components(&flow, &n);
    digraph_free(&flow);
    for (LocId loc = 0; loc < m->old->locs.count; loc++)
        vec_push(&m->depth, 0);
    m->var = base_alloc(m->old->vars.count * sizeof *m->var);
    m->loc = base_alloc(m->old->locs.count * sizeof *m->loc);
    m->active = base_alloc(m->old->locs.count);
    m->access = access_new(m->old);
    find_mutexes(m);
    add_template(m, m->old->entry, false);
}

static bool entry_is_called(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && cmd_is_call(&p->edges.at[e].cmd) && p->edges.at[e].cmd.callee == p->entry)
            return true;
    return false;
}

Templates *templates_new(const Program *p, Reason *why) {
    assert(p->split && p->entry);
    Maker m = { .ts = base_alloc(sizeof *m.ts), .old = p, .p = program_copy(p), .t = p->terms };
    *m.ts = (Templates){ .old = p, .p = m.p };
    start(&m);
    if (entry_is_called(p))
        m.failed = "recursion";
    for (uint32_t i = 0; i < m.ts->all.count && !m.failed; i++)
        copy_template(&m, i);
    fill_joins(&m);
    for (uint32_t i = 0; i < m.ts->all.count; i++) {
        while (m.ts->template_of.count <= m.ts->all.at[i].func)
            vec_push(&m.ts->template_of, 0);
        m.ts->template_of.at[m.ts->all.at[i].func] = i + 1;
    }
    if (!m.failed) {
#ifndef NDEBUG
        program_check(m.p);
#endif
        find_visible(m.ts);
        find_points(m.ts);
    }
    vec_free(&m.depth);
    map_free(&m.cache);
    free(m.component);
    free(m.var);
    free(m.loc);
    free(m.active);
    access_free(&m.access);
    if (!m.failed)
        return m.ts;
    reason_set(why, "%s", m.failed);
    templates_free(m.ts);
    return NULL;
}

void templates_free(Templates *ts) {
    if (!ts)
        return;
    vec_free(&ts->all);
    vec_free(&ts->spawns);
    vec_free(&ts->spawn_of);
    vec_free(&ts->origin);
    vec_free(&ts->var_origin);
    vec_free(&ts->template_of);
    vec_free(&ts->owners);
    vec_free(&ts->mutexes);
    vec_free(&ts->inside);
    free(ts->is_point);
    free(ts->visible);
    program_free(ts->p);
    free(ts);
}

uint32_t template_at(const Templates *ts, LocId loc) {
    FuncId f = ts->p->locs.at[loc].func;
    assert(f < ts->template_of.count && ts->template_of.at[f]);
    return ts->template_of.at[f] - 1;
}

VarId templates_var(const Templates *ts, VarId v) {
    if (v < ts->old->vars.count)
        return v;
    return v < ts->var_origin.count ? ts->var_origin.at[v] : 0;
}

EdgeId templates_origin(const Templates *ts, EdgeId e) {
    return e < ts->origin.count ? ts->origin.at[e] : 0;
}

const Spawn *templates_spawn(const Templates *ts, EdgeId e) {
    uint32_t i = e < ts->spawn_of.count ? ts->spawn_of.at[e] : 0;
    return i ? &ts->spawns.at[i - 1] : NULL;
}

bool templates_meet(const Templates *ts, uint32_t a, uint32_t b) {
    return a != b || ts->all.at[a].many;
}
