#include "engine/slam/c2bp.h"
#include "base/limits.h"

// ---- steps ----
static const Scope *scope_of(const C2bp *c, uint32_t proc) {
    return &c->scopes->of[proc];
}

static uint32_t number_of(const C2bp *c, const Procedure *proc) {
    return (uint32_t)(proc - c->scopes->system->procs.at);
}

static uint32_t callee_of(const C2bp *c, uint32_t proc, uint32_t cut) {
    const Procedure *of = scope_of(c, proc)->proc;
    return number_of(c, system_callee(of->system, of->call[cut]));
}

AbstractStep *c2bp_step(C2bp *c, StepAt at) {
    if (at.kind == AT_START)
        return &c->start;
    assert((at.kind == AT_BLOCK) == !scope_of(c, at.proc)->proc->call[at.cut]);
    return at.kind == AT_BACK ? &c->procs[at.proc].back[at.cut] : &c->procs[at.proc].block[at.cut];
}

static void add_before(AbstractStep *s, Term a, uint8_t list, uint32_t place) {
    assert(!s->after.count);
    vec_push(&s->before, a);
    vec_push(&s->keys, (StepKey){ list, place });
}

static void add_after(AbstractStep *s, Term a, uint32_t place) {
    vec_push(&s->after, a);
    vec_push(&s->keys, (StepKey){ LIST_AFTER, place });
}

static void clear(AbstractStep *s) {
    s->before.count = s->after.count = s->keys.count = 0;
}

static Term predicate(const C2bp *c, uint32_t id) {
    return predicates_terms(c->scopes->predicates)[id];
}

// What is followed at a point, as it is before a step from there.
static void add_point(const C2bp *c, AbstractStep *s, const Scope *scope, uint32_t point) {
    Procedure *proc = scope->proc;
    for (uint32_t i = 0; i < scope->at[point].count; i++)
        add_before(s, block_before(proc->blocks, predicate(c, scope->at[point].at[i])), LIST_POINT, i);
    for (uint32_t i = 0; i < scope->formals.count; i++)
        add_before(s, block_before(proc->blocks, scope_formal(c->scopes, scope, point, i)), LIST_FORMAL, i);
}

static void set_start(C2bp *c) {
    const Scope *scope = scope_of(c, 0);
    Procedure *proc = scope->proc;
    uint32_t entry = proc->graph->entry;
    clear(&c->start);
    c->start.guard = proc->initial;
    for (uint32_t i = 0; i < scope->at[entry].count; i++)
        add_after(&c->start, block_before(proc->blocks, predicate(c, scope->at[entry].at[i])), i);
}

static void set_block(C2bp *c, StepAt at) {
    const Scope *scope = scope_of(c, at.proc);
    Procedure *proc = scope->proc;
    const CutEdge *e = &proc->graph->edges.at[at.cut];
    AbstractStep *s = c2bp_step(c, at);
    clear(s);
    assert(proc->block[at.cut].guard.id);
    s->guard = procedure_formula_here(proc, e->from, proc->block[at.cut].guard);
    add_point(c, s, scope, e->from);
    for (uint32_t i = 0; i < scope->at[e->to].count; i++) {
        Term after = block_after(proc->blocks, &proc->block[at.cut], predicate(c, scope->at[e->to].at[i]));
        add_after(s, procedure_formula_here(proc, e->from, after), i);
    }
}

static Term renamed(const C2bp *c, StepAt at, CallSide side, Term a) {
    const Procedure *proc = scope_of(c, at.proc)->proc;
    Term over = calls_rename(proc->system->calls, proc->call[at.cut], side, a);
    return procedure_formula_here(proc, proc->graph->edges.at[at.cut].from, block_before(proc->blocks, over));
}

static void set_enter(C2bp *c, StepAt at) {
    const Scope *scope = scope_of(c, at.proc), *callee = scope_of(c, callee_of(c, at.proc, at.cut));
    AbstractStep *s = c2bp_step(c, at);
    clear(s);
    s->guard = term_true(scope->proc->t);
    add_point(c, s, scope, scope->proc->graph->edges.at[at.cut].from);
    for (uint32_t i = 0; i < callee->formals.count; i++)
        add_after(s, renamed(c, at, CALL_ENTER, predicate(c, callee->formals.at[i])), i);
}

static void set_back(C2bp *c, StepAt at) {
    const Scope *scope = scope_of(c, at.proc), *callee = scope_of(c, callee_of(c, at.proc, at.cut));
    const CutEdge *e = &scope->proc->graph->edges.at[at.cut];
    uint32_t exit = callee->proc->graph->exit;
    AbstractStep *s = c2bp_step(c, at);
    assert(exit != WTO_NONE); // it returns
    clear(s);
    s->guard = term_true(scope->proc->t);
    add_point(c, s, scope, e->from);
    for (uint32_t i = 0; i < callee->at[exit].count; i++)
        add_before(s, renamed(c, at, CALL_LEAVE, predicate(c, callee->at[exit].at[i])), LIST_RESULT, i);
    for (uint32_t i = 0; i < callee->formals.count; i++)
        add_before(s, renamed(c, at, CALL_LEAVE, scope_formal(c->scopes, callee, exit, i)), LIST_RESULT_FORMAL, i);
    for (uint32_t i = 0; i < scope->at[e->to].count; i++)
        add_after(s, renamed(c, at, CALL_AFTER, predicate(c, scope->at[e->to].at[i])), i);
}

static void abstract(C2bp *c, StepAt at) {
    switch (at.kind) {
    case AT_START:
        set_start(c);
        break;
    case AT_BLOCK:
        set_block(c, at);
        break;
    case AT_ENTER:
        set_enter(c, at);
        break;
    case AT_BACK:
        set_back(c, at);
        break;
    }
    if (!limits_hit())
        step_abstract(c2bp_step(c, at), c->smt, c->most_literals);
}

// ---- variables ----
static uint32_t bit(const C2bp *c, uint32_t proc, uint32_t id) {
    uint32_t local = map_find(&c->procs[proc].bit_of, id + 1ull);
    assert(local);
    return local - 1;
}

uint32_t c2bp_variable(const C2bp *c, StepAt at, StepKey key) {
    const Scope *scope = scope_of(c, at.proc);
    const BoolProc *b = &c->procs[at.proc];
    if (at.kind == AT_START)
        return bit(c, at.proc, scope->at[scope->proc->graph->entry].at[key.place]);
    const CutEdge *e = &scope->proc->graph->edges.at[at.cut];
    switch (key.list) {
    case LIST_POINT:
        return bit(c, at.proc, scope->at[e->from].at[key.place]);
    case LIST_FORMAL:
        assert(key.place < scope->formals.count);
        return key.place;
    case LIST_RESULT:
        assert(at.kind == AT_BACK);
        return b->results + key.place;
    case LIST_RESULT_FORMAL: {
        const Scope *callee = scope_of(c, callee_of(c, at.proc, at.cut));
        return b->results + callee->at[callee->proc->graph->exit].count + key.place;
    }
    default:
        assert(at.kind != AT_ENTER || b->given + key.place < b->results);
        return at.kind == AT_ENTER ? b->given + key.place : bit(c, at.proc, scope->at[e->to].at[key.place]);
    }
}

// ---- expressions ----
static BpExpr constant(C2bp *c, bool value) {
    return bp_expr(&c->program, value ? BP_TRUE : BP_FALSE, 0, 0, 0);
}

static BpExpr cube_expr(C2bp *c, StepAt at, const AbstractStep *s, const Cube *cube) {
    BpExpr all = constant(c, true);
    for (uint32_t i = 0; i < cube->n; i++) {
        BpExpr x = bp_var(&c->program, c2bp_variable(c, at, s->keys.at[cube->literal[i] / 2]));
        all = bp_and(&c->program, all, cube->literal[i] % 2 ? bp_not(&c->program, x) : x);
    }
    return all;
}

static BpExpr cubes_expr(C2bp *c, StepAt at, const AbstractStep *s, const VecCube *cubes) {
    BpExpr any = constant(c, false);
    for (uint32_t i = 0; i < cubes->count; i++)
        any = bp_or(&c->program, any, cube_expr(c, at, s, &cubes->at[i]));
    return any;
}

static BpOp op_of(const C2bp *c, BpExpr e) {
    return c->program.nodes.at[e].op;
}

static BpExpr value_expr(C2bp *c, StepAt at, const AbstractStep *s, uint32_t j) {
    const VecCube *yes = &s->yes[j], *no = &s->no[j];
    if (yes->count == 1 && no->count == 1 && yes->at[0].n == 1 && no->at[0].n == 1 &&
        (yes->at[0].literal[0] ^ 1) == no->at[0].literal[0])
        return cube_expr(c, at, s, &yes->at[0]);
    BpExpr can = cubes_expr(c, at, s, yes), cannot = cubes_expr(c, at, s, no);
    if (op_of(c, can) == BP_TRUE || op_of(c, cannot) == BP_TRUE)
        return constant(c, op_of(c, can) == BP_TRUE);
    if (op_of(c, can) == BP_FALSE && op_of(c, cannot) == BP_FALSE)
        return bp_expr(&c->program, BP_STAR, 0, 0, 0);
    return bp_expr(&c->program, BP_SCHOOSE, can, cannot, 0);
}

static BpExpr literal_expr(C2bp *c, StepAt at, Literal l) {
    uint32_t v = c2bp_variable(c, at, l.key);
    BpExpr x = bp_expr(&c->program, l.key.list == LIST_AFTER ? BP_NEXT : BP_VAR, v, 0, 0);
    return l.negated ? bp_not(&c->program, x) : x;
}

// What was learnt, of the steps before or of those with something after.
static BpExpr learnt_expr(C2bp *c, StepAt at, const AbstractStep *s, bool after) {
    BpExpr all = constant(c, true);
    for (uint32_t i = 0; i < s->constraints.count; i++) {
        const Constraint *k = &s->constraints.at[i];
        BpExpr cube = constant(c, true);
        if (k->after != after)
            continue;
        for (uint32_t l = 0; l < k->literals.count; l++)
            cube = bp_and(&c->program, cube, literal_expr(c, at, k->literals.at[l]));
        all = bp_and(&c->program, all, bp_not(&c->program, cube));
    }
    return all;
}

// ---- predicates that exclude each other ----
static bool share_variable(C2bp *c, Term a, Term b) {
    Terms *t = c->scopes->system->t;
    VecTerm x = { 0 }, y = { 0 };
    bool shared = false;
    term_vars(t, a, &x);
    term_vars(t, b, &y);
    for (uint32_t i = 0; !shared && i < x.count; i++)
        for (uint32_t k = 0; !shared && k < y.count; k++)
            shared = term_same(x.at[i], y.at[k]);
    vec_free(&x);
    vec_free(&y);
    return shared;
}

// Bit 2 * i + k: a is i and b is k never happens.
static uint32_t impossible(C2bp *c, uint32_t a, uint32_t b) {
    Terms *t = c->scopes->system->t;
    uint64_t key = (uint64_t)a << 32 | b;
    assert(a != b);
    uint32_t known = map_find(&c->exclusive, key);
    if (known)
        return known & 15;
    Term x = predicate(c, a), y = predicate(c, b);
    for (uint32_t i = 0; i < 4 && share_variable(c, x, y); i++) {
        Term both = term_and(t, i / 2 ? x : term_not(t, x), i % 2 ? y : term_not(t, y));
        known |= smt_valid(c->smt, term_not(t, both)) == SMT_VALID ? 1u << i : 0;
    }
    map_put(&c->exclusive, key, 16 + known);
    return known;
}

static BpExpr exclusive_expr(C2bp *c, StepAt at, const VecU32 *ids) {
    BpExpr all = constant(c, true);
    for (uint32_t i = 0; i < ids->count; i++)
        for (uint32_t k = i + 1; k < ids->count; k++)
            for (uint32_t combination = 0; combination < 4; combination++) {
                if (!(impossible(c, ids->at[i], ids->at[k]) >> combination & 1))
                    continue;
                BpExpr x = literal_expr(c, at, (Literal){ { LIST_AFTER, i }, !(combination / 2) });
                BpExpr y = literal_expr(c, at, (Literal){ { LIST_AFTER, k }, !(combination % 2) });
                all = bp_and(&c->program, all, bp_not(&c->program, bp_and(&c->program, x, y)));
            }
    return all;
}

// ---- statements ----
static uint32_t add_stmt(C2bp *c, uint32_t proc, BpKind kind, InfoKind info, uint32_t number) {
    assert(c->procs[proc].info.count == c->program.procs.at[proc].stmts.count);
    vec_push(&c->procs[proc].info, (Info){ info, number });
    return bp_stmt(&c->program.procs.at[proc], kind, 0);
}

static BpStmt *stmt(C2bp *c, uint32_t proc, uint32_t s) {
    return &c->program.procs.at[proc].stmts.at[s];
}

static void link_to(C2bp *c, uint32_t proc, uint32_t from, uint32_t to) {
    vec_push(&stmt(c, proc, from)->next, to);
}

// The predicates at the end of a step.
static const VecU32 *after_of(const C2bp *c, StepAt at) {
    const Scope *scope = scope_of(c, at.proc);
    if (at.kind == AT_START)
        return &scope->at[scope->proc->graph->entry];
    if (at.kind == AT_ENTER)
        return &scope_of(c, callee_of(c, at.proc, at.cut))->formals;
    return &scope->at[scope->proc->graph->edges.at[at.cut].to];
}

// assume and assignment, behind 'from'; gives the last statement.
static uint32_t add_step(C2bp *c, StepAt at, uint32_t from, InfoKind info) {
    abstract(c, at);
    const AbstractStep *s = c2bp_step(c, at);
    assert(s->after.count == after_of(c, at)->count);
    uint32_t test = add_stmt(c, at.proc, BP_ASSUME, info, at.cut);
    BpExpr never = s->done ? cubes_expr(c, at, s, &s->never) : constant(c, false);
    stmt(c, at.proc, test)->expr = bp_and(&c->program, bp_not(&c->program, never), learnt_expr(c, at, s, false));
    if (op_of(c, stmt(c, at.proc, test)->expr) == BP_TRUE) {
        stmt(c, at.proc, test)->kind = BP_SKIP;
        stmt(c, at.proc, test)->expr = 0;
    }
    link_to(c, at.proc, from, test);
    if (!s->after.count)
        return test;
    uint32_t set = add_stmt(c, at.proc, BP_ASSIGN, INFO_NONE, at.cut);
    for (uint32_t j = 0; j < s->after.count; j++) {
        vec_push(&stmt(c, at.proc, set)->vars, c2bp_variable(c, at, (StepKey){ LIST_AFTER, j }));
        BpExpr value = s->done && j < s->done_after ? value_expr(c, at, s, j) : bp_expr(&c->program, BP_STAR, 0, 0, 0);
        vec_push(&stmt(c, at.proc, set)->exprs, value);
    }
    BpExpr also = bp_and(&c->program, exclusive_expr(c, at, after_of(c, at)), learnt_expr(c, at, s, true));
    stmt(c, at.proc, set)->expr = op_of(c, also) == BP_TRUE ? 0 : also;
    link_to(c, at.proc, test, set);
    return set;
}

static bool has(const VecU32 *list, uint32_t id) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i] == id)
            return true;
    return false;
}

// Bits that are not followed at the point where the edge leads, and what a call needed, are dead there.
static void add_dead(C2bp *c, uint32_t proc, uint32_t cut, uint32_t from) {
    const Scope *scope = scope_of(c, proc);
    const CutEdge *e = &scope->proc->graph->edges.at[cut];
    VecU32 dead = { 0 };
    for (uint32_t i = 0; i < scope->at[e->from].count; i++)
        if (!has(&scope->at[e->to], scope->at[e->from].at[i]))
            vec_push(&dead, bit(c, proc, scope->at[e->from].at[i]));
    if (scope->proc->call[cut])
        for (uint32_t i = c->procs[proc].given; i < c->program.procs.at[proc].locals.count; i++)
            vec_push(&dead, i);
    uint32_t last = from;
    if (dead.count) {
        last = add_stmt(c, proc, BP_DEAD, INFO_NONE, cut);
        stmt(c, proc, last)->vars = dead;
        link_to(c, proc, from, last);
    }
    link_to(c, proc, last, c->procs[proc].stmt_of[e->to]);
}

static void add_call(C2bp *c, uint32_t proc, uint32_t cut, uint32_t from) {
    uint32_t number = callee_of(c, proc, cut);
    const Scope *callee = scope_of(c, number);
    uint32_t exit = callee->proc->graph->exit;
    uint32_t last = add_step(c, (StepAt){ proc, cut, AT_ENTER }, from, INFO_GIVE);
    uint32_t call = add_stmt(c, proc, BP_CALL, INFO_CALL, cut);
    link_to(c, proc, last, call);
    stmt(c, proc, call)->proc = number;
    for (uint32_t i = 0; i < callee->formals.count; i++)
        vec_push(&stmt(c, proc, call)->exprs, bp_var(&c->program, c->procs[proc].given + i));
    if (exit == WTO_NONE)
        return;
    for (uint32_t i = 0; i < callee->at[exit].count + callee->formals.count; i++)
        vec_push(&stmt(c, proc, call)->vars, c->procs[proc].results + i);
    last = add_step(c, (StepAt){ proc, cut, AT_BACK }, call, INFO_BACK);
    add_dead(c, proc, cut, last);
}

static void add_edge(C2bp *c, uint32_t proc, uint32_t cut) {
    const Procedure *of = scope_of(c, proc)->proc;
    uint32_t from = c->procs[proc].stmt_of[of->graph->edges.at[cut].from];
    if (of->call[cut])
        add_call(c, proc, cut, from);
    else if (of->block[cut].guard.id && term_op(of->t, of->block[cut].guard) != OP_FALSE)
        add_dead(c, proc, cut, add_step(c, (StepAt){ proc, cut, AT_BLOCK }, from, INFO_BLOCK));
}

static void add_point_stmt(C2bp *c, uint32_t proc, uint32_t point) {
    const Scope *scope = scope_of(c, proc);
    const CutGraph *graph = scope->proc->graph;
    bool leaves = scope_is_called(scope) && point == graph->exit;
    BpKind kind = scope->proc->bad[point] ? BP_ASSERT : leaves ? BP_RETURN : BP_SKIP;
    uint32_t s = add_stmt(c, proc, kind, INFO_POINT, point);
    c->procs[proc].stmt_of[point] = s;
    char label[24];
    snprintf(label, sizeof label, "L%u", graph->points.at[point].loc);
    vec_push(&stmt(c, proc, s)->labels, name_of(c->program.names, label).id);
    if (kind == BP_ASSERT)
        stmt(c, proc, s)->expr = constant(c, false);
    for (uint32_t i = 0; leaves && i < scope->at[point].count; i++)
        vec_push(&stmt(c, proc, s)->exprs, bp_var(&c->program, bit(c, proc, scope->at[point].at[i])));
    for (uint32_t i = 0; leaves && i < scope->formals.count; i++)
        vec_push(&stmt(c, proc, s)->exprs, bp_var(&c->program, i));
}

// ---- procedures ----
static void add_local(C2bp *c, uint32_t proc, const char *stem, uint32_t number) {
    char name[24];
    snprintf(name, sizeof name, "%s%u", stem, number);
    uint32_t id = name_of(c->program.names, name).id;
    vec_push(&c->program.procs.at[proc].locals, id);
}

static uint32_t results_of(const Scope *s) {
    uint32_t exit = s->proc->graph->exit;
    return scope_is_called(s) && exit != WTO_NONE ? s->at[exit].count + s->formals.count : 0;
}

static void declare(C2bp *c, uint32_t proc) {
    const Scope *scope = scope_of(c, proc);
    BoolProc *b = &c->procs[proc];
    BpProc *of = &c->program.procs.at[proc];
    uint32_t given = 0, results = 0;
    map_free(&b->bit_of);
    b->bit_of = (Map){ 0 };
    b->bits.count = 0;
    of->formals = scope->formals.count;
    of->results = results_of(scope);
    for (uint32_t i = 0; i < scope->formals.count; i++)
        add_local(c, proc, "f", scope->formals.at[i]);
    for (uint32_t k = 0; k < scope->proc->graph->points.count; k++)
        for (uint32_t i = 0; i < scope->at[k].count; i++) {
            uint32_t id = scope->at[k].at[i];
            if (map_find(&b->bit_of, id + 1ull))
                continue;
            map_put(&b->bit_of, id + 1ull, of->locals.count + 1);
            vec_push(&b->bits, id);
            add_local(c, proc, "b", id);
        }
    for (uint32_t cut = 0; cut < scope->proc->graph->edges.count; cut++)
        if (scope->proc->call[cut]) {
            const Scope *callee = scope_of(c, callee_of(c, proc, cut));
            given = given > callee->formals.count ? given : callee->formals.count;
            results = results > results_of(callee) ? results : results_of(callee);
        }
    b->given = of->locals.count;
    for (uint32_t i = 0; i < given; i++)
        add_local(c, proc, "give", i);
    b->results = of->locals.count;
    for (uint32_t i = 0; i < results; i++)
        add_local(c, proc, "got", i);
}

static void add_procedure(C2bp *c, uint32_t proc) {
    const CutGraph *graph = scope_of(c, proc)->proc->graph;
    c->procs[proc].info.count = 0;
    vec_push(&c->procs[proc].info, (Info){ 0 });
    for (uint32_t i = 0; i < graph->points.count; i++)
        add_point_stmt(c, proc, i);
    uint32_t last = proc ? 0 : add_step(c, (StepAt){ .kind = AT_START }, 0, INFO_NONE);
    link_to(c, proc, last, c->procs[proc].stmt_of[graph->entry]);
    for (uint32_t i = 0; i < graph->edges.count; i++)
        add_edge(c, proc, i);
}

void c2bp(C2bp *c) {
    const System *system = c->scopes->system;
    if (c->built)
        bp_free(&c->program);
    bp_init(&c->program);
    c->built = true;
    for (uint32_t k = 0; k < system->procs.count; k++) {
        bp_proc(&c->program, k ? program_text(system->p, system->p->funcs.at[system->procs.at[k].func].name) : "main");
        declare(c, k);
    }
    for (uint32_t k = 0; k < system->procs.count; k++)
        add_procedure(c, k);
    bp_check(&c->program);
}

// ---- public interface ----
void c2bp_open(C2bp *c, Scopes *scopes, Smt *smt, uint32_t most_literals) {
    assert(most_literals <= MOST_LITERALS);
    *c = (C2bp){ .scopes = scopes, .smt = smt, .most_literals = most_literals };
    const System *system = scopes->system;
    c->procs = base_alloc((system->procs.count + 1) * sizeof *c->procs);
    for (uint32_t k = 0; k < system->procs.count; k++) {
        const CutGraph *graph = system->procs.at[k].graph;
        c->procs[k].block = base_alloc((graph->edges.count + 1) * sizeof(AbstractStep));
        c->procs[k].back = base_alloc((graph->edges.count + 1) * sizeof(AbstractStep));
        c->procs[k].stmt_of = base_alloc((graph->points.count + 1) * sizeof(uint32_t));
    }
}

void c2bp_close(C2bp *c) {
    const System *system = c->scopes->system;
    for (uint32_t k = 0; k < system->procs.count; k++) {
        BoolProc *b = &c->procs[k];
        for (uint32_t i = 0; i < system->procs.at[k].graph->edges.count; i++) {
            step_free(&b->block[i]);
            step_free(&b->back[i]);
        }
        free(b->block);
        free(b->back);
        free(b->stmt_of);
        map_free(&b->bit_of);
        vec_free(&b->bits);
        vec_free(&b->info);
    }
    step_free(&c->start);
    map_free(&c->exclusive);
    free(c->procs);
    if (c->built)
        bp_free(&c->program);
}

void c2bp_atoms(const C2bp *c, uint32_t proc, uint32_t point, VecTerm *out) {
    const Scope *scope = scope_of(c, proc);
    out->count = 0;
    for (uint32_t i = 0; i < scope->formals.count; i++)
        vec_push(out, scope_formal(c->scopes, scope, point, i));
    for (uint32_t i = 0; i < c->procs[proc].bits.count; i++)
        vec_push(out, predicate(c, c->procs[proc].bits.at[i]));
    assert(out->count == c->procs[proc].given); // what calls need comes last, and is dead at points
    while (out->count < c->program.procs.at[proc].locals.count)
        vec_push(out, term_true(scope->proc->t));
}

void c2bp_print(const C2bp *c, Text *out) {
    for (uint32_t i = 0; i < predicates_count(c->scopes->predicates); i++) {
        text_add(out, "// b%u, f%u: ", i, i);
        term_print_c(c->scopes->system->t, predicate(c, i), out);
        text_add(out, "\n");
    }
    bp_print(&c->program, out);
}
