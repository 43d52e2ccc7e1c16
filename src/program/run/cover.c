#include "program/run/cover.h"
#include "program/edit.h"

// ---- which edges are branches ----
// The variables that join the operands of && and ||: truth values that are constant where an operand before the last
// decides, and there the edge has the place of the test, "x && y": what a statement assigns has a place of its own.
typedef struct Joined {
    const Program *p;
    uint8_t *decided; // by VarId: a constant is assigned so
    uint8_t *other;   // ... or otherwise
} Joined;

static bool is_truth(const Program *p, VarId var) {
    return sort_kind(p->terms, p->vars.at[var].sort) == SORT_BOOL;
}

static bool joins(const Joined *j, VarId var) {
    return var && j->decided[var] && !j->other[var];
}

static bool is_same_place(SrcPos a, SrcPos b) {
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

// 'test': of the edge before, where that is a test; 0: it is not.
static void look_at(Joined *j, const Edge *e, EdgeId test) {
    bool same = test && is_same_place(j->p->edges.at[test].pos, e->pos);
    for (uint32_t i = 0; i < e->cmd.n; i++) {
        VarId var = e->cmd.vars[i];
        if (!is_truth(j->p, var) || !term_is_const(j->p->terms, e->cmd.terms[i]))
            continue;
        j->decided[var] |= same;
        j->other[var] |= !same;
    }
}

static Joined joined_new(const Program *p) {
    Joined j = { p, base_alloc(p->vars.count), base_alloc(p->vars.count) };
    EdgeId *test = base_alloc(p->locs.count * sizeof *test); // by LocId: a test that leads there
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ASSUME)
            test[p->edges.at[e].to] = e;
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ASSIGN)
            look_at(&j, &p->edges.at[e], test[p->edges.at[e].from]);
    free(test);
    return j;
}

static void joined_free(Joined *j) {
    free(j->decided);
    free(j->other);
}

// The variable that an edge gives the value of an operand; 0: none.  In x || (y && z) the operand y && z is no
// decision, its parts are.
static VarId operand_of(const Joined *j, const Edge *e) {
    for (uint32_t i = 0; e->cmd.kind == CMD_ASSIGN && i < e->cmd.n; i++) {
        Term value = e->cmd.terms[i];
        if (joins(j, e->cmd.vars[i]) && !term_is_const(j->p->terms, value) && !joins(j, program_var_of(j->p, value)))
            return e->cmd.vars[i];
    }
    return 0;
}

// A test of a variable that joins operands: the operands are the decisions.
static bool tests_joined(const Joined *j, const Edge *e) {
    Term a = e->cmd.a;
    if (term_op(j->p->terms, a) == OP_NOT)
        a = term_arg(j->p->terms, a, 0);
    VarId var = program_var_of(j->p, a);
    return var && joins(j, var);
}

// A test that the front end put in: of a divisor, of the size of an allocation.  What it leads to has its place.
static bool is_own_test(const Program *p, const Edge *e) {
    EdgeId next = p->locs.at[e->to].first_out;
    if (!next || !is_same_place(e->pos, p->edges.at[next].pos))
        return false;
    const Cmd *cmd = &p->edges.at[next].cmd;
    bool model =
        cmd->kind == CMD_CALL && cmd->callee && !strncmp(program_text(p, p->funcs.at[cmd->callee].name), "__hone_", 7);
    return cmd->kind == CMD_TRAP || cmd->kind == CMD_ALLOC || model;
}

// Where a run is before it next does something.
static LocId behind_skips(const Program *p, LocId loc) {
    enum { MOST_SKIPS = 100 };
    for (int i = 0; i < MOST_SKIPS; i++) {
        EdgeId e = p->locs.at[loc].first_out;
        if (!e || p->edges.at[e].cmd.kind != CMD_SKIP || p->edges.at[e].next_out)
            break;
        loc = p->edges.at[e].to;
    }
    return loc;
}

// An 'if' whose branches do nothing: compilers leave it out.
static bool is_idle(const Program *p, const Loc *loc) {
    assert(loc->first_out);
    LocId first = behind_skips(p, p->edges.at[loc->first_out].to);
    for (EdgeId e = p->edges.at[loc->first_out].next_out; e; e = p->edges.at[e].next_out)
        if (behind_skips(p, p->edges.at[e].to) != first)
            return false;
    return true;
}

static bool is_decision(const Joined *j, const Loc *loc) {
    uint32_t ways = 0;
    for (EdgeId e = loc->first_out; e; e = j->p->edges.at[e].next_out) {
        const Edge *edge = &j->p->edges.at[e];
        if (edge->cmd.kind != CMD_ASSUME || tests_joined(j, edge) || is_own_test(j->p, edge))
            return false;
        ways++;
    }
    return ways > 1 && !is_idle(j->p, loc);
}

// ---- the table ----
static void add_ways(Cover *c, const Loc *loc) {
    for (EdgeId e = loc->first_out; e; e = c->p->edges.at[e].next_out) {
        c->first[e] = c->targets.count + 1;
        vec_push(&c->targets, (Target){ .edge = e, .decision = c->decisions });
    }
    c->decisions++;
}

static void add_operand(Cover *c, EdgeId e, VarId operand, RunTerm *value) {
    assert(!c->first[e]);
    c->first[e] = c->targets.count + 1;
    c->operand[e] = operand;
    c->joined[e] = value;
    vec_push(&c->targets, (Target){ e, c->decisions, true, true });
    vec_push(&c->targets, (Target){ e, c->decisions, true, false });
    c->decisions++;
}

static void add_branches(Cover *c, Interpreter *it, const Joined *j, LocId l) {
    const Loc *loc = &c->p->locs.at[l];
    if (is_decision(j, loc))
        add_ways(c, loc);
    for_out_edges(c->p, l, e) {
        VarId operand = operand_of(j, &c->p->edges.at[e]);
        RunTerm *value = operand && it ? run_term_new(it, var_term(c->p, operand)) : NULL;
        if (operand && (value || !it))
            add_operand(c, e, operand, value);
    }
}

static uint64_t line_key(SrcPos pos) {
    return (uint64_t)pos.file << 32 | pos.line;
}

// The lines where variables are declared.
static Map declarations(const Program *p) {
    Map at = { 0 };
    for (VarId v = 1; v < p->vars.count; v++)
        if (p->vars.at[v].pos.line)
            map_put(&at, line_key(p->vars.at[v].pos), 1);
    for (uint32_t i = 0; i < p->bindings.count; i++)
        map_put(&at, line_key(p->bindings.at[i].decl), 1);
    return at;
}

// Does the edge stand for code?  Declarations of local variables do not, nor do initial values of ours, nor what joins
// the values of a variable at the end of a statement: that has the line of its declaration.
static bool is_code(const Edge *e, const Map *declared) {
    bool joins_values = (e->cmd.kind == CMD_ASSIGN || e->cmd.kind == CMD_SKIP) && map_find(declared, line_key(e->pos));
    return e->pos.line && !joins_values && e->cmd.kind != CMD_ALLOC && e->cmd.kind != CMD_STACK_SAVE &&
           e->cmd.kind != CMD_STACK_RESTORE && !(e->cmd.kind == CMD_INPUT && e->cmd.input == INPUT_UNINIT);
}

// 'lines': (file, line) of the function -> 1 + target.
static void add_locations(Cover *c, LocId l, const Map *declared, Map *lines) {
    for_out_edges(c->p, l, e) {
        const Edge *edge = &c->p->edges.at[e];
        uint64_t key = line_key(edge->pos);
        if (!is_code(edge, declared))
            continue;
        if (!map_find(lines, key)) {
            vec_push(&c->targets, (Target){ .edge = e, .jumps = true });
            map_put(lines, key, c->targets.count);
        }
        c->first[e] = map_find(lines, key);
        c->targets.at[c->first[e] - 1].jumps &= edge->cmd.kind == CMD_SKIP || edge->cmd.kind == CMD_ASSIGN;
    }
}

static void add_errors(Cover *c, LocId l) {
    for_out_edges(c->p, l, e) {
        if (c->p->edges.at[e].cmd.kind != CMD_ERROR)
            continue;
        vec_push(&c->targets, (Target){ .edge = e });
        c->first[e] = c->targets.count;
    }
}

Cover *cover_new(const Program *p, Interpreter *it, CoverKind kind, bool (*counts)(const void *context, FuncId func),
                 const void *context) {
    Cover *c = base_alloc(sizeof *c);
    Joined j = joined_new(p);
    Map declared = declarations(p), *lines = base_alloc(p->funcs.count * sizeof *lines); // by FuncId
    c->p = p;
    c->kind = kind;
    c->edges = p->edges.count;
    c->first = base_alloc(p->edges.count * sizeof *c->first);
    c->operand = base_alloc(p->edges.count * sizeof *c->operand);
    c->joined = base_alloc(p->edges.count * sizeof *c->joined);
    for (LocId l = 1; l < p->locs.count; l++) {
        FuncId func = p->locs.at[l].func;
        if (!func || (kind != COVER_ERRORS && !counts(context, func)))
            continue;
        if (kind == COVER_BRANCHES)
            add_branches(c, it, &j, l);
        else if (kind == COVER_LOCATIONS)
            add_locations(c, l, &declared, &lines[func]);
        else
            add_errors(c, l);
    }
    for (FuncId f = 0; f < p->funcs.count; f++)
        map_free(&lines[f]);
    free(lines);
    map_free(&declared);
    joined_free(&j);
    assert(kind != COVER_BRANCHES || c->targets.count >= 2 * c->decisions);
    return c;
}

// An operand has two targets; both stay or none.
void cover_select(Cover *c, const uint8_t keep[]) {
    uint32_t *now = base_alloc((c->targets.count + 1) * sizeof *now), n = 0; // 1 + target; 0: it goes
    for (uint32_t t = 0; t < c->targets.count; t++) {
        assert(!c->targets.at[t].joined || keep[t] == keep[c->first[c->targets.at[t].edge] - 1]);
        if (keep[t])
            now[t] = ++n, c->targets.at[n - 1] = c->targets.at[t];
    }
    for (EdgeId e = 0; e < c->edges; e++)
        c->first[e] = c->first[e] ? now[c->first[e] - 1] : 0;
    c->targets.count = n;
    free(now);
}

// ---- places with a predicate ----
static LocId place_like(Program *p, EdgeId e) {
    return program_loc(p, p->locs.at[p->edges.at[e].from].func, p->edges.at[e].pos);
}

// From 'at' where the condition holds, past an edge that marks the target; to 'to'.
static void add_mark(Program *p, EdgeId like, LocId at, LocId to, Term condition, VecU32 *marks) {
    SrcPos pos = p->edges.at[like].pos;
    LocId between = place_like(p, like);
    program_edge(p, at, between, pos, (Cmd){ .kind = CMD_ASSUME, .a = condition });
    vec_push(marks, program_edge(p, between, to, pos, (Cmd){ .kind = CMD_SKIP }));
}

// A target is reached, with the predicate true or false, where one of these holds.
static uint32_t outcomes(const Cover *c, Program *p, EdgeId e, Term side, Term out[2]) {
    Term value = c->operand[e] ? var_term(p, c->operand[e]) : (Term){ 0 };
    out[0] = c->operand[e] ? term_and(p->terms, side, value) : side;
    out[1] = c->operand[e] ? term_and(p->terms, side, term_not(p->terms, value)) : side;
    return c->operand[e] ? 2 : 1;
}

// Calls the predicate at 'at', then goes on at 'to', past the mark of the target that is reached.
static void call_predicate(const Cover *c, Program *p, EdgeId e, LocId at, LocId to, const Predicate *with,
                           VecU32 *marks) {
    SrcPos pos = p->edges.at[e].pos;
    Sort sort = p->funcs.at[with->function].results.at[0];
    VarId var = program_var(p, p->locs.at[at].func, "reached with", sort, VAR_LOCAL);
    Cmd call = { .kind = CMD_CALL, .callee = with->function, .n_vars = 1, .vars = arena_array(p->arena, VarId, 1) };
    call.vars[0] = var;
    LocId behind = place_like(p, e);
    program_edge(p, at, behind, pos, call);
    Term no = term_eq(p->terms, var_term(p, var), zero_of(p->terms, sort)), yes = term_not(p->terms, no), when[2];
    for (uint32_t i = 0, n = outcomes(c, p, e, yes, when); i < n; i++)
        add_mark(p, e, behind, to, when[i], marks);
    for (uint32_t i = 0, n = outcomes(c, p, e, no, when); with->both && i < n; i++)
        add_mark(p, e, behind, to, when[i], marks);
    if (!with->both)
        program_edge(p, behind, to, pos, (Cmd){ .kind = CMD_ASSUME, .a = no });
}

// The marks of one edge, in the order of its targets.
static void mark_edge(const Cover *c, Program *p, EdgeId e, const Predicate *with, VecU32 *marks) {
    LocId from = p->edges.at[e].from, between = place_like(p, e);
    if (c->operand[e] || p->edges.at[e].cmd.kind == CMD_ASSUME) {
        LocId to = p->edges.at[e].to;
        p->edges.at[e].to = between;
        call_predicate(c, p, e, between, to, with, marks);
    } else {
        edge_set_source(p, e, between);
        call_predicate(c, p, e, from, between, with, marks);
    }
}

// The tables are for the marks from now on.
static void follow_marks(Cover *c, const VecU32 *marks, const VecU32 *targets) {
    free(c->first);
    free(c->operand);
    free(c->joined);
    c->edges = c->p->edges.count;
    c->first = base_alloc(c->edges * sizeof *c->first);
    c->operand = base_alloc(c->edges * sizeof *c->operand);
    c->joined = base_alloc(c->edges * sizeof *c->joined);
    for (uint32_t i = 0; i < marks->count; i++) {
        c->first[marks->at[i]] = targets->at[i];
        c->targets.at[targets->at[i] - 1].edge = marks->at[i];
    }
}

void cover_with(Cover *c, Program *p, const Predicate *with) {
    assert(p == c->p && with->function && !p->funcs.at[with->function].params.count);
    assert(p->funcs.at[with->function].results.count == 1);
    uint32_t n = c->targets.count;
    VecU32 marks = { 0 }, targets = { 0 }; // 1 + target of each mark
    for (uint32_t t = 0; with->both && t < n; t++)
        vec_push(&c->targets, c->targets.at[t]);
    for (EdgeId e = 1; e < c->edges; e++) {
        uint32_t first = c->first[e], before = marks.count, ways = c->operand[e] ? 2 : 1;
        if (!first)
            continue;
        mark_edge(c, p, e, with, &marks);
        for (uint32_t i = 0; i < marks.count - before; i++)
            vec_push(&targets, i < ways ? first + i : n + first + i - ways);
    }
    follow_marks(c, &marks, &targets);
    vec_free(&marks);
    vec_free(&targets);
}

void cover_free(Cover *c) {
    if (!c)
        return;
    for (EdgeId e = 0; e < c->edges; e++)
        run_term_free(c->joined[e]);
    vec_free(&c->targets);
    free(c->first);
    free(c->operand);
    free(c->joined);
    free(c);
}

uint32_t cover_taken(const Cover *c, Stepper *s, EdgeId edge) {
    assert(edge < c->p->edges.count);
    uint32_t first = c->first[edge];
    if (!first)
        return UINT32_MAX;
    bool holds = !c->joined[edge] || stepper_value(s, c->joined[edge]).lo;
    return first - 1 + !holds;
}

uint32_t cover_observed(const Cover *c, RunView *view, EdgeId edge, bool taken) {
    assert(edge < c->edges);
    uint32_t first = c->first[edge];
    Value value = { 0 };
    bool operand = first && c->operand[edge];
    if (!first || taken != operand) // an operand has its value behind the edge; a run may end at other edges
        return UINT32_MAX;
    if (operand && !run_view_value(view, var_term(c->p, c->operand[edge]), &value))
        return UINT32_MAX;
    return first - 1 + (operand && !value.lo);
}

Term cover_condition(const Cover *c, uint32_t target) {
    const Target *t = &c->targets.at[target];
    const Cmd *cmd = &c->p->edges.at[t->edge].cmd;
    if (!t->joined)
        return c->kind == COVER_BRANCHES && cmd->kind == CMD_ASSUME ? cmd->a : (Term){ 0 };
    for (uint32_t i = 0; cmd->kind == CMD_ASSIGN && i < cmd->n; i++)
        if (cmd->vars[i] == c->operand[t->edge])
            return t->outcome ? cmd->terms[i] : term_not(c->p->terms, cmd->terms[i]);
    return (Term){ 0 };
}

// ---- goals ----
// A new location from which the target is reached.
static LocId goal_place(const Cover *c, Program *copy, uint32_t target) {
    const Edge *e = &copy->edges.at[c->targets.at[target].edge];
    SrcPos pos = e->pos;
    FuncId func = copy->locs.at[e->from].func;
    GoalId goal = program_goal(copy, GOAL_COVER, "the place is reached", pos, func);
    LocId at = program_loc(copy, func, pos);
    program_edge(copy, at, copy->error, pos, cmd_error(goal));
    return at;
}

// Behind an edge that assigns an operand: each open outcome is a goal, with the other one the run goes on.
static void goals_of_operand(const Cover *c, Program *copy, EdgeId e, const uint8_t open[]) {
    Term value = var_term(c->p, c->operand[e]);
    uint32_t first = c->first[e] - 1;
    LocId to = copy->edges.at[e].to, func = copy->locs.at[copy->edges.at[e].from].func;
    SrcPos pos = copy->edges.at[e].pos;
    LocId test = program_loc(copy, func, pos);
    LocId yes = open[first] ? goal_place(c, copy, first) : to,
          no = open[first + 1] ? goal_place(c, copy, first + 1) : to;
    copy->edges.at[e].to = test;
    program_edge(copy, test, yes, pos, (Cmd){ .kind = CMD_ASSUME, .a = value });
    program_edge(copy, test, no, pos, (Cmd){ .kind = CMD_ASSUME, .a = term_not(copy->terms, value) });
}

static void goal_of_edge(const Cover *c, Program *copy, EdgeId e) {
    LocId at = goal_place(c, copy, c->first[e] - 1);
    if (copy->edges.at[e].cmd.kind != CMD_ASSUME)
        copy->edges.at[e].cmd = (Cmd){ .kind = CMD_SKIP };
    copy->edges.at[e].to = at;
}

// An error that was reached already ends the run.
static void end_at_error(Program *copy, EdgeId e) {
    copy->edges.at[e].cmd = (Cmd){ .kind = CMD_ABORT, .text = program_name(copy, "an error that was covered") };
    copy->edges.at[e].to = copy->stop;
}

void cover_goals(const Cover *c, Program *copy, const uint8_t open[]) {
    assert(copy != c->p && copy->edges.count == c->p->edges.count && copy->monitored);
    for (EdgeId e = 1; e < c->p->edges.count; e++) {
        uint32_t first = c->first[e];
        if (!first)
            continue;
        if (c->operand[e] && (open[first - 1] || open[first]))
            goals_of_operand(c, copy, e, open);
        else if (c->kind == COVER_ERRORS && !open[first - 1])
            end_at_error(copy, e);
        else if (c->kind != COVER_ERRORS && !c->operand[e] && open[first - 1])
            goal_of_edge(c, copy, e);
    }
#ifndef NDEBUG
    program_check(copy);
#endif
}

// ---- sets ----
TargetSet target_set_new(const Cover *c) {
    return (TargetSet){ .in = base_alloc(c->targets.count + 1) };
}

void target_set_free(TargetSet *set) {
    vec_free(&set->all);
    free(set->in);
    set->in = NULL;
}

bool target_set_add(TargetSet *set, uint32_t target) {
    assert(set->in);
    if (set->in[target])
        return false;
    set->in[target] = 1;
    vec_push(&set->all, target);
    return true;
}

void target_set_clear(TargetSet *set) {
    for (uint32_t i = 0; i < set->all.count; i++)
        set->in[set->all.at[i]] = 0;
    set->all.count = 0;
}

uint32_t target_set_executed(const TargetSet *set, const Cover *c) {
    uint32_t n = 0;
    uint8_t *met = base_alloc(c->decisions + 1);
    for (uint32_t i = 0; i < set->all.count; i++)
        met[c->targets.at[set->all.at[i]].decision] = 1;
    for (uint32_t i = 0; i < c->targets.count; i++)
        n += met[c->targets.at[i].decision];
    free(met);
    return n;
}
