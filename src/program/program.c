// program.c - building programs, and questions about them as a whole
//
// Names are made unique by a number after a dot: x, x.1, x.2.  The table of
// taken names keeps, for each stem, the last number given, so that a thousand
// copies of one variable cost a thousand steps and not a million.
#include "program/program.h"

// ---- the program and its names ----
Program *program_new(uint32_t pointer_bits) {
    assert(pointer_bits == 32 || pointer_bits == 64);
    Program *p = base_alloc(sizeof *p);
    p->terms = terms_new();
    p->arena = arena_new();
    p->names = names_new();
    p->pointer_bits = pointer_bits;
    (void)vec_add(&p->vars);
    (void)vec_add(&p->funcs);
    (void)vec_add(&p->locs);
    (void)vec_add(&p->edges);
    (void)vec_add(&p->objects);
    (void)vec_add(&p->regions);
    (void)vec_add(&p->bindings);
    (void)vec_add(&p->loops);
    (void)vec_add(&p->loop_vars);
    (void)vec_add(&p->inlined);
    (void)vec_add(&p->goals);
    (void)vec_add(&p->files);
    (void)vec_add(&p->assumptions);
    p->error = program_loc(p, 0, (SrcPos){ 0 });
    p->stop = program_loc(p, 0, (SrcPos){ 0 });
    return p;
}

void program_free(Program *p) {
    if (!p)
        return;
    for (uint32_t i = 0; i < p->funcs.count; i++) {
        vec_free(&p->funcs.at[i].params);
        vec_free(&p->funcs.at[i].results);
    }
    for (uint32_t i = 0; i < p->objects.count; i++)
        vec_free(&p->objects.at[i].relocs);
    for (uint32_t i = 0; i < p->regions.count; i++)
        vec_free(&p->regions.at[i].objects);
    vec_free(&p->vars);
    vec_free(&p->funcs);
    vec_free(&p->locs);
    vec_free(&p->edges);
    vec_free(&p->objects);
    vec_free(&p->regions);
    vec_free(&p->bindings);
    vec_free(&p->loops);
    vec_free(&p->loop_vars);
    vec_free(&p->passed);
    vec_free(&p->inlined);
    vec_free(&p->goals);
    vec_free(&p->files);
    vec_free(&p->assumptions);
    vec_free(&p->var_of_term);
    map_free(&p->var_names);
    map_free(&p->object_names);
    map_free(&p->func_names);
    if (!p->borrows) {
        terms_free(p->terms);
        arena_free(p->arena);
        names_free(p->names);
    }
    free(p);
}

#define COPY_VEC(v) ((v).at = copy_array((v).at, (v).count, &(v).room, sizeof *(v).at))
static void *copy_array(const void *at, uint32_t count, uint32_t *room, size_t size) {
    *room = count;
    return count ? memcpy(base_alloc(count * size), at, count * size) : NULL;
}

static void copy_map(Map *map) {
    uint32_t room;
    map->keys = copy_array(map->keys, map->room, &room, sizeof *map->keys);
    map->values = copy_array(map->values, map->room, &room, sizeof *map->values);
    map->used = copy_array(map->used, map->room, &room, sizeof *map->used);
}

Program *program_copy(const Program *p) {
    Program *copy = base_alloc(sizeof *copy);
    *copy = *p;
    copy->borrows = true;
    COPY_VEC(copy->vars);
    COPY_VEC(copy->funcs);
    COPY_VEC(copy->locs);
    COPY_VEC(copy->edges);
    COPY_VEC(copy->objects);
    COPY_VEC(copy->regions);
    COPY_VEC(copy->bindings);
    COPY_VEC(copy->passed);
    COPY_VEC(copy->inlined);
    COPY_VEC(copy->goals);
    COPY_VEC(copy->loops);
    COPY_VEC(copy->loop_vars);
    COPY_VEC(copy->files);
    COPY_VEC(copy->assumptions);
    for (FuncId f = 0; f < copy->funcs.count; f++) {
        COPY_VEC(copy->funcs.at[f].params);
        COPY_VEC(copy->funcs.at[f].results);
    }
    for (ObjId o = 0; o < copy->objects.count; o++)
        COPY_VEC(copy->objects.at[o].relocs);
    for (RegionId r = 0; r < copy->regions.count; r++)
        COPY_VEC(copy->regions.at[r].objects);
    COPY_VEC(copy->var_of_term);
    copy_map(&copy->var_names);
    copy_map(&copy->object_names);
    copy_map(&copy->func_names);
    return copy;
}

Name program_name(Program *p, const char *text) {
    return name_of(p->names, text);
}

bool file_is_model(const char *path) {
    return !strncmp(path, LIBRARY_MODELS, strlen(LIBRARY_MODELS));
}

const char *program_text(const Program *p, Name name) {
    return name_text(p->names, name);
}

// 'stem', or 'stem.N' where that is taken; the name is taken from now on.  The
// value in 'taken' is one more than the last number tried for this stem.
static Name unique_name(Program *p, Map *taken, const char *stem) {
    Name name = name_of(p->names, stem);
    uint32_t next = map_find(taken, name.id);
    if (!next) {
        map_put(taken, name.id, 1);
        return name;
    }
    Text text = { 0 };
    Name result;
    do {
        text.count = 0;
        text_add(&text, "%s.%u", stem, next++);
        result = name_of(p->names, text.at);
    } while (map_get(taken, result.id, NULL));
    map_put(taken, name.id, next);
    map_put(taken, result.id, 1);
    vec_free(&text);
    return result;
}

// ---- the parts ----
VarId program_var(Program *p, FuncId func, const char *name, Sort sort, VarKind kind) {
    assert(sort_kind(p->terms, sort) != SORT_NONE);
    assert(func < p->funcs.count);
    assert((func == 0) == (kind == VAR_GLOBAL || kind == VAR_ADDRESS));
    Name unique = unique_name(p, &p->var_names, name);
    VarId id = p->vars.count;
    Var *var = vec_add(&p->vars);
    var->term = term_var(p->terms, name_text(p->names, unique), sort);
    var->sort = sort;
    var->kind = kind;
    var->func = func;
    if (var->term.id >= p->var_of_term.count)
        vec_resize(&p->var_of_term, var->term.id + 1);
    p->var_of_term.at[var->term.id] = id;
    return id;
}

FuncId program_func(Program *p, const char *name) {
    FuncId old = program_find_func(p, name);
    if (old)
        return old;
    FuncId id = p->funcs.count;
    Function *f = vec_add(&p->funcs);
    f->name = name_of(p->names, name);
    map_put(&p->func_names, f->name.id, id);
    LocId entry = program_loc(p, id, (SrcPos){ 0 });
    LocId exit = program_loc(p, id, (SrcPos){ 0 });
    p->funcs.at[id].entry = entry;
    p->funcs.at[id].exit = exit;
    return id;
}

FuncId program_find_func(const Program *p, const char *name) {
    return map_find(&p->func_names, name_of(p->names, name).id);
}

ObjId program_object(Program *p, ObjKind kind, const char *name) {
    ObjId id = p->objects.count;
    Name unique = unique_name(p, &p->object_names, name);
    Object *o = vec_add(&p->objects);
    o->kind = kind;
    o->name = unique;
    o->align = 1;
    if (kind == OBJ_STACK || kind == OBJ_HEAP)
        return id;
    Text text = { 0 };
    text_add(&text, "&%s", name_text(p->names, unique));
    VarId address = program_var(p, 0, text.at, sort_bv(p->terms, p->pointer_bits), VAR_ADDRESS);
    vec_free(&text);
    p->vars.at[address].object = id;
    p->vars.at[address].pointer = true;
    o->address = address;
    if (kind == OBJ_FUNCTION) {
        FuncId func = program_find_func(p, name);
        o->func = func;
        if (func)
            p->funcs.at[func].object = id;
    }
    return id;
}

LocId program_loc(Program *p, FuncId func, SrcPos pos) {
    assert(func < p->funcs.count);
    LocId id = p->locs.count;
    Loc *loc = vec_add(&p->locs);
    loc->func = func;
    loc->pos = pos;
    return id;
}

EdgeId program_edge(Program *p, LocId from, LocId to, SrcPos pos, Cmd cmd) {
    assert(from && from < p->locs.count && to && to < p->locs.count);
    assert(p->locs.at[from].func);
    EdgeId id = p->edges.count;
    Edge *e = vec_add(&p->edges);
    *e = (Edge){ .from = from, .to = to, .pos = pos, .cmd = cmd };
    Loc *loc = &p->locs.at[from];
    if (loc->last_out)
        p->edges.at[loc->last_out].next_out = id;
    else
        loc->first_out = id;
    loc->last_out = id;
    return id;
}

void program_delete_edge(Program *p, EdgeId edge) {
    Edge *e = &p->edges.at[edge];
    assert(e->from);
    Loc *loc = &p->locs.at[e->from];
    EdgeId before = 0;
    for (EdgeId i = loc->first_out; i != edge; i = p->edges.at[i].next_out) {
        assert(i && "an edge is in the list of the location it starts from");
        before = i;
    }
    if (before)
        p->edges.at[before].next_out = e->next_out;
    else
        loc->first_out = e->next_out;
    if (loc->last_out == edge)
        loc->last_out = before;
    *e = (Edge){ 0 };
}

GoalId program_goal(Program *p, GoalKind kind, const char *text, SrcPos pos, FuncId func) {
    assert(text && *text);
    assert(func < p->funcs.count);
    GoalId id = p->goals.count;
    vec_push(&p->goals, (Goal){ .kind = kind, .text = name_of(p->names, text), .pos = pos, .func = func });
    return id;
}

const char *goal_text(const Program *p, GoalId goal) {
    assert(goal && goal < p->goals.count);
    return program_text(p, p->goals.at[goal].text);
}

const char *goal_property(const Program *p, GoalId goal) {
    static const char *const properties[] = {
#define GOAL_PROPERTY(kind, text, property, meaning) [GOAL_##kind] = property,
        GOALS(GOAL_PROPERTY)
#undef GOAL_PROPERTY
    };
    assert(goal && goal < p->goals.count);
    return properties[p->goals.at[goal].kind];
}

const char *goal_kind(const Program *p, GoalId goal) {
    static const char *const kinds[] = {
#define GOAL_KIND(kind, text, property, meaning) [GOAL_##kind] = text,
        GOALS(GOAL_KIND)
#undef GOAL_KIND
    };
    assert(goal && goal < p->goals.count);
    return kinds[p->goals.at[goal].kind];
}

void program_end_at_goal(Program *p, EdgeId e) {
    Edge *edge = &p->edges.at[e];
    assert(edge->from && cmd_has_goal(&edge->cmd));
    if (edge->cmd.kind == CMD_MUTEX_LOCK || edge->cmd.kind == CMD_THREAD_JOIN) {
        edge->cmd.goal = 0; // the wait stays
        return;
    }
    if (edge->cmd.kind == CMD_ACCESS) {
        edge->cmd = (Cmd){ .kind = CMD_SKIP };
        return;
    }
    edge->cmd = (Cmd){ .kind = CMD_ABORT, .text = p->goals.at[edge->cmd.goal].text };
    edge->to = p->stop;
}

void program_keep_goal(Program *p, GoalId goal) {
    assert(goal && goal < p->goals.count);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && cmd_has_goal(&p->edges.at[e].cmd) && p->edges.at[e].cmd.goal != goal)
            program_end_at_goal(p, e);
}

void program_assume_that(Program *p, const char *sentence) {
    assert(*sentence);
    Name name = name_of(p->names, sentence);
    for (uint32_t i = 1; i < p->assumptions.count; i++)
        if (p->assumptions.at[i].id == name.id)
            return;
    vec_push(&p->assumptions, name);
}

// ---- commands ----
Cmd cmd_assume(Term condition) {
    assert(condition.id);
    return (Cmd){ .kind = CMD_ASSUME, .a = condition };
}

Cmd cmd_assign(Program *p, VarId var, Term value) {
    return cmd_assign_n(p, 1, &var, &value);
}

Cmd cmd_assign_n(Program *p, uint32_t n, const VarId vars[], const Term terms[]) {
    if (!n)
        return (Cmd){ .kind = CMD_SKIP };
    Cmd cmd = { .kind = CMD_ASSIGN, .n = n, .n_vars = n };
    cmd.vars = arena_array(p->arena, VarId, n);
    cmd.terms = arena_array(p->arena, Term, n);
    memcpy(cmd.vars, vars, n * sizeof *vars);
    memcpy(cmd.terms, terms, n * sizeof *terms);
    return cmd;
}

Cmd cmd_event(EventKind event, Name text) {
    assert(text.id);
    return (Cmd){ .kind = CMD_EVENT, .event = event, .text = text };
}

Cmd cmd_error(GoalId goal) {
    assert(goal);
    return (Cmd){ .kind = CMD_ERROR, .goal = goal };
}

// ---- looking ----
VarId program_var_of(const Program *p, Term variable) {
    return variable.id < p->var_of_term.count ? p->var_of_term.at[variable.id] : 0;
}

Term var_term(const Program *p, VarId var) {
    assert(var && var < p->vars.count);
    return p->vars.at[var].term;
}

// ---- statistics: a depth-first search from the entry function ----
typedef struct Count {
    const Program *p;
    ProgramStats stats;
    uint8_t *loc_state; // 0 new, 1 on the search path, 2 done, 3 done and a loop head
    uint8_t *func_seen;
    VecU32 funcs;
} Count;

static void count_func(Count *c, FuncId f) {
    if (!f || c->func_seen[f])
        return;
    c->func_seen[f] = 1;
    c->stats.functions++;
    vec_push(&c->funcs, f);
}

static void count_edge(Count *c, const Edge *e) {
    c->stats.edges++;
    c->stats.unmodelled += e->cmd.kind == CMD_UNMODELLED;
    if (e->cmd.kind != CMD_CALL && e->cmd.kind != CMD_THREAD_CREATE)
        return;
    count_func(c, e->cmd.callee);
    for (FuncId f = 1; !e->cmd.callee && f < c->p->funcs.count; f++)
        if (c->p->funcs.at[f].address_taken)
            count_func(c, f);
}

// The locations that 'entry' reaches in its function.  A loop head is the
// target of an edge from a location on the path of the search.
static void count_locs(Count *c, LocId entry) {
    struct Frame {
        LocId loc;
        EdgeId next;
    };
    VEC(struct Frame) path = { 0 };
    VecU32 heads = { 0 };
    vec_push(&path, (struct Frame){ entry, c->p->locs.at[entry].first_out });
    c->loc_state[entry] = 1;
    c->stats.locations++;
    while (path.count) {
        struct Frame *top = &vec_last(&path);
        if (!top->next) {
            c->loc_state[top->loc] = 2;
            path.count--;
            continue;
        }
        const Edge *e = &c->p->edges.at[top->next];
        top->next = e->next_out;
        count_edge(c, e);
        if (c->loc_state[e->to] == 1)
            vec_push(&heads, e->to);
        if (c->loc_state[e->to])
            continue;
        c->loc_state[e->to] = 1;
        c->stats.locations++;
        vec_push(&path, (struct Frame){ e->to, c->p->locs.at[e->to].first_out });
    }
    for (uint32_t i = 0; i < heads.count; i++) {
        c->stats.loops_heads += c->loc_state[heads.at[i]] != 3;
        c->loc_state[heads.at[i]] = 3;
    }
    vec_free(&path);
    vec_free(&heads);
}

ProgramStats program_stats(const Program *p) {
    assert(p->entry < p->funcs.count);
    Count c = { .p = p };
    c.loc_state = base_alloc(p->locs.count);
    c.func_seen = base_alloc(p->funcs.count);
    count_func(&c, p->entry);
    for (uint32_t i = 0; i < c.funcs.count; i++)
        count_locs(&c, p->funcs.at[c.funcs.at[i]].entry);
    for (VarId v = 1; v < p->vars.count; v++)
        c.stats.variables += !p->vars.at[v].func || c.func_seen[p->vars.at[v].func];
    c.stats.objects = p->objects.count - 1;
    c.stats.regions = p->regions.count - 1;
    vec_free(&c.funcs);
    free(c.loc_state);
    free(c.func_seen);
    return c.stats;
}

void program_uses_floats(Program *p, FloatUse use) {
    p->float_uses |= (uint8_t)use;
    if (!(p->float_uses & FLOATS_LOOKED_AT))
        return;
    if (p->float_uses & FLOATS_COMPUTED)
        program_assume_that(
            p, "an operation that gives a NaN gives the processor's, operands as in the source (compilers may "
               "swap them, move negations, and fold constants to a NaN of another sign)");
    if (p->float_uses & FLOATS_RETURNED_BY_X87)
        program_assume_that(p,
                            "functions return signalling NaNs as they are (32-bit x86 returns floats in the x87 unit, "
                            "which makes them quiet)");
}
