#include "memory/valid.h"
#include "program/edit.h"
#include <stdlib.h>

enum { MOST_OBJECTS = 16 };

typedef struct Extent { // of the last object of a site; 0: not needed
    VarId base, size;
} Extent;
typedef struct Valid {
    Program *p;
    PointsTo *pt;
    Extent *extent; // by ObjId
    EdgeId edges;   // how many there were
} Valid;

static Term word(const Valid *v, uint64_t x) {
    return term_bv(v->p->terms, x, v->p->pointer_bits);
}

// ---- the condition ----
static Extent extent_of(Valid *v, ObjId o) {
    Program *p = v->p;
    if (!v->extent[o].base) {
        const char *name = program_text(p, p->objects.at[o].name);
        Sort s = sort_bv(p->terms, p->pointer_bits);
        v->extent[o].base = program_var(p, 0, arena_printf(p->arena, "base!%s", name), s, VAR_GLOBAL);
        v->extent[o].size = program_var(p, 0, arena_printf(p->arena, "size!%s", name), s, VAR_GLOBAL);
    }
    return v->extent[o];
}

// 'bytes' at the address are in [base, base + size].
static Term inside(Terms *t, Term base, Term size, Term address, Term bytes) {
    Term offset = term_bv_sub(t, address, base), fits = term_2(t, OP_BV_ULE, bytes, size);
    return term_and(t, fits, term_2(t, OP_BV_ULE, offset, term_bv_sub(t, size, bytes)));
}

static bool is_fixed(const Program *p, const Object *o) {
    return o->kind == OBJ_GLOBAL && !o->external && (!o->thread_local || !program_has_threads(p));
}

// The object has the root, and what is asked for.
static Term in_object(Valid *v, const Cmd *cmd, ObjId object, bool alone) {
    Program *p = v->p;
    Terms *t = p->terms;
    const Object *o = &p->objects.at[object];
    bool fixed = is_fixed(p, o), made = o->kind == OBJ_STACK || o->kind == OBJ_HEAP;
    if ((!fixed && !made) || (cmd->valid == VALID_WRITE && o->constant) ||
        (cmd->valid == VALID_FREE && (o->kind != OBJ_HEAP || o->lent)))
        return term_false(t);
    Term base = fixed ? var_term(p, o->address) : var_term(p, extent_of(v, object).base);
    Term size = fixed ? word(v, o->size) : var_term(p, v->extent[object].size);
    if (cmd->valid == VALID_FREE)
        return term_eq(t, cmd->a, base);
    Term there = inside(t, base, size, cmd->a, cmd->c);
    if (!fixed)
        there = term_and(t, there, term_not(t, term_eq(t, base, word(v, 0))));
    return alone && fixed ? there : term_and(t, there, inside(t, base, size, cmd->b, word(v, 0)));
}

// Enough for the VALID to give true.
static Term enough(Valid *v, const Cmd *cmd) {
    Terms *t = v->p->terms;
    Place at = pointsto_place(v->pt, cmd->a);
    NodeInfo n = at.node ? pointsto_node(v->pt, at.node) : (NodeInfo){ 0 };
    Term none = term_eq(t, cmd->c, word(v, 0)), any = none;
    if (cmd->valid == VALID_FREE)
        any = term_eq(t, cmd->a, word(v, 0));
    if (cmd->valid == VALID_STEP)
        any = term_eq(t, cmd->a, cmd->b);
    for (uint32_t i = 0; i < n.n && n.n <= MOST_OBJECTS; i++)
        any = term_or(t, any, in_object(v, cmd, n.objects[i].object, n.n == 1 && !n.wild));
    return any;
}

static LocId new_loc(Program *p, const Edge *e) {
    LocId loc = program_loc(p, p->locs.at[e->from].func, e->pos);
    p->locs.at[loc].inlined = p->locs.at[e->from].inlined;
    return loc;
}

static void put_condition(Valid *v, EdgeId e) {
    Program *p = v->p;
    Edge edge = p->edges.at[e];
    Term condition = enough(v, &edge.cmd);
    if (term_op(p->terms, condition) == OP_FALSE)
        return;
    LocId known = new_loc(p, &edge), asked = new_loc(p, &edge);
    program_edge(p, edge.from, known, edge.pos, cmd_assume(condition));
    program_edge(p, edge.from, asked, edge.pos, cmd_assume(term_not(p->terms, condition)));
    program_edge(p, known, edge.to, edge.pos, cmd_assign(p, edge.cmd.var, term_true(p->terms)));
    edge_set_source(p, e, asked);
}

// ---- lives ----
typedef struct Change {
    VecU32 vars;
    VecTerm terms;
} Change;

static void set_extent(Valid *v, Change *c, ObjId o, Term base, Term size) {
    if (!v->extent[o].base)
        return;
    vec_push(&c->vars, v->extent[o].base);
    vec_push(&c->terms, base);
    vec_push(&c->vars, v->extent[o].size);
    vec_push(&c->terms, size);
}

static void end_life(Valid *v, Change *c, ObjId o) {
    set_extent(v, c, o, word(v, 0), word(v, 0));
}

// Assigns, in front of the edge or behind it.
static void put_change(Valid *v, EdgeId e, Change *c, bool behind) {
    Program *p = v->p;
    Edge edge = p->edges.at[e];
    assert(c->vars.count == c->terms.count);
    if (c->vars.count) {
        LocId between = new_loc(p, &edge);
        Cmd assign = cmd_assign_n(p, c->vars.count, c->vars.at, c->terms.at);
        if (behind) {
            p->edges.at[e].to = between;
            program_edge(p, between, edge.to, edge.pos, assign);
        } else {
            program_edge(p, edge.from, between, edge.pos, assign);
            edge_set_source(p, e, between);
        }
    }
    vec_free(&c->vars);
    vec_free(&c->terms);
}

static void follow_alloc(Valid *v, EdgeId e) {
    const Cmd *cmd = &v->p->edges.at[e].cmd;
    Change c = { 0 };
    if (cmd->var)
        set_extent(v, &c, cmd->object, var_term(v->p, cmd->var), cmd->a);
    else
        end_life(v, &c, cmd->object);
    put_change(v, e, &c, true);
}

static void follow_free(Valid *v, EdgeId e) {
    Program *p = v->p;
    Terms *t = p->terms;
    Term a = p->edges.at[e].cmd.a;
    Change c = { 0 };
    for (ObjId o = 1; o < p->objects.count; o++) {
        if (!v->extent[o].base || p->objects.at[o].kind != OBJ_HEAP)
            continue;
        Term base = var_term(p, v->extent[o].base), size = var_term(p, v->extent[o].size), hit = term_eq(t, a, base);
        set_extent(v, &c, o, term_ite(t, hit, word(v, 0), base), term_ite(t, hit, word(v, 0), size));
    }
    put_change(v, e, &c, false);
}

static ObjId object_of_var(const Valid *v, Term a) {
    const Program *p = v->p;
    VarId var = program_var_of(p, a);
    for (EdgeId e = 1; var && e < v->edges; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ALLOC && p->edges.at[e].cmd.var == var)
            return p->edges.at[e].cmd.object;
    return 0;
}

// Which object it is must be seen; else all objects that have scopes end.
static void follow_scope(Valid *v, EdgeId e) {
    const Program *p = v->p;
    const Cmd *cmd = &p->edges.at[e].cmd;
    ObjId object = object_of_var(v, cmd->a);
    Change c = { 0 };
    for (ObjId o = 1; o < p->objects.count; o++) {
        if (p->objects.at[o].kind != OBJ_STACK || !p->objects.at[o].scoped || (object && o != object))
            continue;
        if (object && cmd->number && p->objects.at[o].size)
            set_extent(v, &c, o, cmd->a, word(v, p->objects.at[o].size));
        else
            end_life(v, &c, o);
    }
    put_change(v, e, &c, false);
}

static bool restores(const Program *p, const Cmd *cmd, VarId mark) {
    return cmd->kind == CMD_STACK_RESTORE && program_var_of(p, cmd->a) == mark;
}

// The sites of what was made since the mark, on some way to where it is restored.
static void made_since(const Valid *v, EdgeId save, uint8_t *made) {
    const Program *p = v->p;
    VecU32 work = { 0 };
    Map seen = { 0 };
    vec_push(&work, p->edges.at[save].to);
    while (work.count) {
        LocId loc = vec_pop(&work);
        if (map_find(&seen, loc))
            continue;
        map_put(&seen, loc, 1);
        for_out_edges(p, loc, e) {
            const Edge *edge = &p->edges.at[e];
            if (restores(p, &edge->cmd, p->edges.at[save].cmd.var))
                continue;
            if (edge->cmd.kind == CMD_ALLOC && p->objects.at[edge->cmd.object].kind == OBJ_STACK)
                made[edge->cmd.object] = 1;
            vec_push(&work, edge->to);
        }
    }
    vec_free(&work);
    map_free(&seen);
}

static void end_all(Valid *v, EdgeId e, const uint8_t *which) {
    Change c = { 0 };
    for (ObjId o = 1; o < v->p->objects.count; o++)
        if (which[o])
            end_life(v, &c, o);
    put_change(v, e, &c, false);
}

// What the command at hand ends: where the mark is not seen, all that is on the stack.
static void follow_restore(Valid *v, EdgeId e) {
    const Program *p = v->p;
    uint8_t *made = base_alloc(p->objects.count);
    VarId mark = program_var_of(p, p->edges.at[e].cmd.a);
    bool found = false;
    for (EdgeId k = 1; mark && k < v->edges; k++) {
        if (!p->edges.at[k].from || p->edges.at[k].cmd.kind != CMD_STACK_SAVE || p->edges.at[k].cmd.var != mark)
            continue;
        made_since(v, k, made);
        found = true;
    }
    for (ObjId o = 1; !found && o < p->objects.count; o++)
        made[o] = p->objects.at[o].kind == OBJ_STACK;
    end_all(v, e, made);
    free(made);
}

// The frame of the function ends.
static void follow_return(Valid *v, EdgeId e) {
    const Program *p = v->p;
    FuncId func = p->locs.at[p->edges.at[e].from].func;
    uint8_t *made = base_alloc(p->objects.count);
    for (EdgeId k = 1; func != p->entry && k < v->edges; k++) {
        const Edge *edge = &p->edges.at[k];
        if (edge->from && edge->cmd.kind == CMD_ALLOC && p->locs.at[edge->from].func == func)
            made[edge->cmd.object] = p->objects.at[edge->cmd.object].kind == OBJ_STACK;
    }
    end_all(v, e, made);
    free(made);
}

// The stack of a thread ends, with all its frames; it is one of those that may be here.
static void follow_exit(Valid *v, EdgeId e) {
    const Program *p = v->p;
    FuncId func = p->locs.at[p->edges.at[e].from].func;
    uint8_t *made = base_alloc(p->objects.count);
    for (EdgeId k = 1; k < v->edges; k++) {
        const Edge *edge = &p->edges.at[k];
        bool here = edge->from && (func != p->entry || p->locs.at[edge->from].func == func);
        if (here && edge->cmd.kind == CMD_ALLOC)
            made[edge->cmd.object] = p->objects.at[edge->cmd.object].kind == OBJ_STACK;
    }
    end_all(v, e, made);
    free(made);
}

static void follow_lives(Valid *v, EdgeId e) {
    switch (v->p->edges.at[e].cmd.kind) {
    case CMD_ALLOC:
        follow_alloc(v, e);
        break;
    case CMD_FREE:
        follow_free(v, e);
        break;
    case CMD_SCOPE:
        follow_scope(v, e);
        break;
    case CMD_STACK_RESTORE:
        follow_restore(v, e);
        break;
    case CMD_RETURN:
        follow_return(v, e);
        break;
    case CMD_THREAD_EXIT:
        follow_exit(v, e);
        break;
    default:
        break;
    }
}

void valid_lower(Program *p, PointsTo *pt) {
    assert(p->monitored || !p->lives_matter);
    if (!p->lives_matter)
        return;
    Valid v = { .p = p, .pt = pt, .extent = base_alloc(p->objects.count * sizeof *v.extent), .edges = p->edges.count };
    for (EdgeId e = 1; e < v.edges; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_VALID && p->edges.at[e].cmd.a.id)
            put_condition(&v, e);
    for (EdgeId e = 1; e < v.edges; e++)
        if (p->edges.at[e].from)
            follow_lives(&v, e);
    free(v.extent);
}
