// program_check.c - is a program well-formed?
//
// Every fault is a bug of Hone: the message names the edge, and the process
// ends.  Run after each phase in debug builds and by the unit tests.
#include "program/program.h"

// The edge under test, for the message.
typedef struct Check {
    const Program *p;
    const Edge *edge;
    FuncId func;
    VecTerm vars; // scratch
    Map scope;    // term id -> 1 + function in whose scope all its variables are
} Check;

_Noreturn static void fail(const Check *c, const char *what) {
    Text text = { 0 };
    if (c->edge) {
        text_add(&text, " at L%u -> L%u: ", c->edge->from, c->edge->to);
        cmd_print(c->p, c->edge, &text);
    }
    bug("program_check: %s%s", what, text.count ? text.at : "");
}

static void require(const Check *c, bool holds, const char *what) {
    if (!holds)
        fail(c, what);
}

// ---- terms ----
// All variables of 'a' belong to the program and to the function or to all.
static void check_scope(Check *c, Term a) {
    require(c, a.id, "a term is missing");
    if (map_find(&c->scope, a.id) == c->func + 1)
        return;
    c->vars.count = 0;
    term_vars(c->p->terms, a, &c->vars);
    for (uint32_t i = 0; i < c->vars.count; i++) {
        VarId v = program_var_of(c->p, c->vars.at[i]);
        require(c, v, "a term has a variable that is not the program's");
        FuncId scope = c->p->vars.at[v].func;
        require(c, !scope || scope == c->func, "a variable is used outside its function");
    }
    map_put(&c->scope, a.id, c->func + 1);
}

static void check_term(Check *c, Term a, Sort sort) {
    check_scope(c, a);
    require(c, term_sort(c->p->terms, a).id == sort.id, "a term has the wrong sort");
}

static void check_pointer(Check *c, Term a) {
    check_term(c, a, sort_bv(c->p->terms, c->p->pointer_bits));
}

static bool is_value(const Program *p, Sort s) {
    SortKind kind = sort_kind(p->terms, s);
    return kind == SORT_BV || kind == SORT_FLOAT || kind == SORT_BOOL;
}

// A variable that a command may write.
static void check_target(Check *c, VarId v) {
    require(c, v && v < c->p->vars.count, "an assigned variable is missing");
    const Var *var = &c->p->vars.at[v];
    require(c, var->kind != VAR_ADDRESS, "an address is assigned");
    require(c, !var->func || var->func == c->func, "a variable is assigned outside its function");
}

static void check_result(Check *c, VarId v, bool pointer_sized) {
    if (!v)
        return;
    check_target(c, v);
    require(c, !pointer_sized || c->p->vars.at[v].sort.id == sort_bv(c->p->terms, c->p->pointer_bits).id,
            "a result is not as wide as a pointer");
}

static void check_access(Check *c, Sort sort) {
    const Cmd *cmd = &c->edge->cmd;
    check_pointer(c, cmd->a);
    require(c, cmd->bytes > 0, "an access of no bytes");
    require(c, sort_width(c->p->terms, sort) <= 8 * (uint64_t)cmd->bytes, "an access is narrower than its value");
    require(c, cmd->region < c->p->regions.count, "an access names no region");
}

// ---- commands ----
static void check_assign(Check *c) {
    const Cmd *cmd = &c->edge->cmd;
    require(c, cmd->n && cmd->n == cmd->n_vars, "an assignment has as many variables as values");
    for (uint32_t i = 0; i < cmd->n; i++) {
        check_target(c, cmd->vars[i]);
        check_term(c, cmd->terms[i], c->p->vars.at[cmd->vars[i]].sort);
        for (uint32_t j = 0; j < i && cmd->n < 64; j++)
            require(c, cmd->vars[i] != cmd->vars[j], "a variable is assigned twice at once");
    }
}

static void check_terms(Check *c) {
    for (uint32_t i = 0; i < c->edge->cmd.n; i++)
        check_scope(c, c->edge->cmd.terms[i]);
}

static void check_call(Check *c) {
    const Cmd *cmd = &c->edge->cmd;
    require(c, cmd->callee < c->p->funcs.count, "a call names no function");
    for (uint32_t i = 0; i < cmd->n_vars; i++)
        check_target(c, cmd->vars[i]);
    if (!cmd->callee) {
        check_pointer(c, cmd->a);
        check_terms(c);
        return;
    }
    const Function *f = &c->p->funcs.at[cmd->callee];
    require(c, cmd->n == f->params.count, "a call has the wrong number of arguments");
    for (uint32_t i = 0; i < cmd->n; i++)
        check_term(c, cmd->terms[i], c->p->vars.at[f->params.at[i]].sort);
    require(c, !cmd->n_vars || cmd->n_vars == f->results.count, "a call has the wrong number of results");
    for (uint32_t i = 0; i < cmd->n_vars; i++)
        require(c, c->p->vars.at[cmd->vars[i]].sort.id == f->results.at[i].id, "a call has a result of the wrong sort");
}

static void check_return(Check *c) {
    const Cmd *cmd = &c->edge->cmd;
    const Function *f = &c->p->funcs.at[c->func];
    require(c, c->edge->to == f->exit, "a return does not lead to the exit");
    require(c, cmd->n == f->results.count, "a return has the wrong number of values");
    for (uint32_t i = 0; i < cmd->n; i++)
        check_term(c, cmd->terms[i], f->results.at[i]);
}

static void check_alloc(Check *c) {
    const Cmd *cmd = &c->edge->cmd;
    require(c, cmd->object && cmd->object < c->p->objects.count, "an allocation names no object");
    ObjKind kind = c->p->objects.at[cmd->object].kind;
    require(c, kind == OBJ_STACK || kind == OBJ_HEAP, "an allocation of what is not stack or heap");
    check_target(c, cmd->var);
    check_result(c, cmd->var, true);
    check_pointer(c, cmd->a);
}

static void check_thread_create(Check *c) {
    const Cmd *cmd = &c->edge->cmd;
    check_result(c, cmd->var, false);
    require(c, cmd->callee < c->p->funcs.count, "a thread names no function");
    if (!cmd->callee)
        check_pointer(c, cmd->a);
    check_scope(c, cmd->b);
}

static void check_wait(Check *c) {
    GoalId goal = c->edge->cmd.goal;
    require(c, !goal || (goal < c->p->goals.count && c->p->goals.at[goal].kind == GOAL_DEADLOCK),
            "a wait has a goal of another kind");
}

static void check_access_of_threads(Check *c) {
    const Program *p = c->p;
    const Cmd *cmd = &c->edge->cmd;
    require(c, cmd->goal && cmd->goal < p->goals.count && p->goals.at[cmd->goal].kind == GOAL_RACE,
            "an access has no goal of its kind");
    require(c, cmd->bytes || cmd->c.id, "an access of no bytes");
    check_pointer(c, cmd->a);
    if (cmd->c.id)
        check_pointer(c, cmd->c);
}

static void check_valid(Check *c) {
    const Program *p = c->p;
    const Cmd *cmd = &c->edge->cmd;
    check_target(c, cmd->var);
    require(c, p->vars.at[cmd->var].sort.id == sort_bool(p->terms).id, "what is valid is not a condition");
    require(c, cmd->valid == VALID_TRACKED || (cmd->a.id && cmd->b.id && cmd->c.id), "an address to check is missing");
    if (cmd->a.id) {
        check_pointer(c, cmd->a);
        check_pointer(c, cmd->b);
        check_pointer(c, cmd->c);
    }
}

// Is the command one on memory?  Then it is checked.
static bool check_memory_cmd(Check *c) {
    const Program *p = c->p;
    const Cmd *cmd = &c->edge->cmd;
    switch (cmd->kind) {
    case CMD_LOAD:
        check_target(c, cmd->var);
        check_access(c, p->vars.at[cmd->var].sort);
        return true;
    case CMD_STORE:
        check_scope(c, cmd->b);
        require(c, is_value(p, term_sort(p->terms, cmd->b)), "a store of what memory cannot hold");
        check_access(c, term_sort(p->terms, cmd->b));
        return true;
    case CMD_COPY:
        check_pointer(c, cmd->a);
        check_pointer(c, cmd->b);
        check_pointer(c, cmd->c);
        return true;
    case CMD_SET:
        check_pointer(c, cmd->a);
        check_term(c, cmd->b, sort_bv(p->terms, 8));
        check_pointer(c, cmd->c);
        return true;
    case CMD_ALLOC:
        check_alloc(c);
        return true;
    case CMD_STACK_SAVE:
    case CMD_OBJECT_SIZE:
        check_target(c, cmd->var);
        check_result(c, cmd->var, true);
        if (cmd->kind == CMD_OBJECT_SIZE)
            check_pointer(c, cmd->a);
        return true;
    case CMD_VALID:
        check_valid(c);
        return true;
    case CMD_HAVOC:
        if (!cmd_is_outside(cmd))
            check_pointer(c, cmd->a);
        return true;
    case CMD_FREE:
    case CMD_SCOPE:
    case CMD_STACK_RESTORE:
        check_pointer(c, cmd->a);
        return true;
    default:
        return false;
    }
}

// Is the command one of threads?  Then it is checked.
static bool check_thread_cmd(Check *c) {
    const Cmd *cmd = &c->edge->cmd;
    switch (cmd->kind) {
    case CMD_ATOMIC_BEGIN:
    case CMD_ATOMIC_END:
    case CMD_INTERRUPT:
        return true;
    case CMD_ACCESS:
        check_access_of_threads(c);
        return true;
    case CMD_THREAD_CREATE:
        check_thread_create(c);
        return true;
    case CMD_THREAD_JOIN:
        check_wait(c);
        check_result(c, cmd->var, false);
        check_scope(c, cmd->a);
        return true;
    case CMD_THREAD_EXIT:
        check_scope(c, cmd->a);
        return true;
    case CMD_MUTEX_LOCK:
        check_wait(c);
        check_pointer(c, cmd->a);
        return true;
    case CMD_MUTEX_INIT:
    case CMD_MUTEX_UNLOCK:
        check_pointer(c, cmd->a);
        return true;
    case CMD_MUTEX_TRYLOCK:
        check_target(c, cmd->var);
        check_pointer(c, cmd->a);
        return true;
    default:
        return false;
    }
}

static void check_cmd(Check *c) {
    const Program *p = c->p;
    const Cmd *cmd = &c->edge->cmd;
    if (check_memory_cmd(c) || check_thread_cmd(c))
        return;
    switch (cmd->kind) {
    case CMD_SKIP:
    case CMD_ABORT:
    case CMD_TRAP:
    case CMD_UNMODELLED:
        break;
    case CMD_EVENT:
        require(c, !p->monitored, "an event is left behind the monitor");
        require(c, cmd->text.id, "an event says nothing");
        break;
    case CMD_ERROR:
        require(c, cmd->goal && cmd->goal < p->goals.count, "an error has no goal");
        break;
    case CMD_ASSUME:
        check_term(c, cmd->a, sort_bool(p->terms));
        break;
    case CMD_ASSIGN:
        check_assign(c);
        break;
    case CMD_INPUT:
        check_target(c, cmd->var);
        break;
    case CMD_CALL:
        check_call(c);
        break;
    case CMD_RETURN:
        check_return(c);
        break;
    case CMD_PRINT:
        check_result(c, cmd->var, false);
        check_terms(c);
        break;
    case CMD_EXIT:
        check_scope(c, cmd->a);
        break;
    default:
        require(c, false, "a command that nothing knows");
    }
}

// ---- the graph ----
// Where a command leads: ERROR to 'error', what ends a run to 'stop', all
// others into the function.  A step without effect may also lead to 'stop'.
static void check_target_loc(Check *c) {
    const Edge *e = c->edge;
    const Program *p = c->p;
    require(c, e->to && e->to < p->locs.count, "an edge leads nowhere");
    switch (e->cmd.kind) {
    case CMD_ERROR:
        require(c, e->to == p->error, "an error does not lead to 'error'");
        return;
    case CMD_EXIT:
    case CMD_ABORT:
    case CMD_TRAP:
    case CMD_UNMODELLED:
    case CMD_THREAD_EXIT:
        require(c, e->to == p->stop, "the end of a run does not lead to 'stop'");
        return;
    case CMD_SKIP:
    case CMD_ASSUME:
    case CMD_EVENT:
        require(c, e->to == p->stop || p->locs.at[e->to].func == c->func, "an edge leaves its function");
        return;
    default:
        require(c, p->locs.at[e->to].func == c->func, "an edge leaves its function");
    }
}

// The out-edges of a location: their list is sound, and where there are
// several, all are ASSUME.
static void check_out(Check *c, LocId loc, uint32_t *linked) {
    const Program *p = c->p;
    EdgeId last = 0;
    uint32_t out = 0, assumes = 0;
    for_out_edges(p, loc, e) {
        c->edge = &p->edges.at[e];
        require(c, p->edges.at[e].from == loc, "an edge is in the list of another location");
        require(c, ++out < p->edges.count, "a list of edges has a cycle");
        assumes += p->edges.at[e].cmd.kind == CMD_ASSUME;
        check_target_loc(c);
        check_cmd(c);
        last = e;
    }
    c->edge = last ? &p->edges.at[last] : NULL;
    require(c, p->locs.at[loc].last_out == last, "the last edge of a location is another");
    require(c, out <= 1 || assumes == out, "a location has several edges, not all of them assumptions");
    c->edge = NULL;
    *linked += out;
}

static void check_function(Check *c, FuncId id) {
    const Program *p = c->p;
    const Function *f = &p->funcs.at[id];
    require(c, f->name.id, "a function has no name");
    require(c, !f->object || p->objects.at[f->object].kind == OBJ_FUNCTION, "a function's object is not a function");
    for (uint32_t i = 0; i < f->params.count; i++) {
        VarId v = f->params.at[i];
        require(c, v && v < p->vars.count && p->vars.at[v].func == id, "a parameter is not the function's");
    }
    if (!f->defined)
        return;
    require(c, f->entry && p->locs.at[f->entry].func == id, "an entry is not the function's");
    require(c, f->exit && p->locs.at[f->exit].func == id, "an exit is not the function's");
    require(c, !p->locs.at[f->exit].first_out, "an exit has an edge out");
}

static void check_parts(Check *c) {
    const Program *p = c->p;
    for (VarId v = 1; v < p->vars.count; v++) {
        const Var *var = &p->vars.at[v];
        require(c, program_var_of(p, var->term) == v, "a variable's term is another's");
        require(c, term_sort(p->terms, var->term).id == var->sort.id, "a variable's term has another sort");
        require(c, is_value(p, var->sort), "a variable is not a bit-vector or a float");
        require(c, var->func < p->funcs.count, "a variable's function does not exist");
    }
    for (ObjId o = 1; o < p->objects.count; o++) {
        const Object *object = &p->objects.at[o];
        bool rigid = object->kind == OBJ_GLOBAL || object->kind == OBJ_FUNCTION;
        require(c, !rigid || (object->address && object->address < p->vars.count), "an object has no address");
        require(c, !rigid || p->vars.at[object->address].object == o, "an address is another object's");
        for (uint32_t i = 0; i < object->relocs.count; i++) {
            const Reloc *r = &object->relocs.at[i];
            require(c, r->object && r->object < p->objects.count, "a relocation names no object");
            require(c, r->offset + p->pointer_bits / 8 <= object->size, "a relocation is outside its object");
        }
    }
    for (GoalId g = 1; g < p->goals.count; g++) {
        const Goal *goal = &p->goals.at[g];
        require(c, goal->text.id, "a goal has no text");
        require(c, goal->func < p->funcs.count, "a goal's function does not exist");
        require(c, goal->pos.file < p->files.count, "a goal's file does not exist");
    }
    for (uint32_t i = 1; i < p->bindings.count; i++) {
        const Binding *b = &p->bindings.at[i];
        require(c, b->loc && b->loc < p->locs.count, "a binding has no location");
        c->func = p->locs.at[b->loc].func;
        if (b->value.id)
            check_scope(c, b->value);
    }
    for (uint32_t i = 1; i < p->loops.count; i++) {
        const SourceLoop *loop = &p->loops.at[i];
        require(c, loop->loc < p->locs.count && loop->first + loop->n <= p->loop_vars.count, "a loop is nowhere");
        c->func = p->locs.at[loop->loc].func;
        for (uint32_t k = 0; k < loop->n && loop->loc; k++)
            if (p->loop_vars.at[loop->first + k].value.id)
                check_scope(c, p->loop_vars.at[loop->first + k].value);
    }
}

void program_check(const Program *p) {
    Check c = { .p = p };
    require(&c, !p->entry || (p->entry < p->funcs.count && p->funcs.at[p->entry].defined), "the entry has no body");
    require(&c, !p->locs.at[p->error].first_out, "'error' has an edge out");
    require(&c, !p->locs.at[p->stop].first_out, "'stop' has an edge out");
    check_parts(&c);
    for (FuncId f = 1; f < p->funcs.count; f++)
        check_function(&c, f);
    uint32_t linked = 0, alive = 0;
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        c.func = p->locs.at[loc].func;
        require(&c, c.func < p->funcs.count, "a location's function does not exist");
        check_out(&c, loc, &linked);
    }
    for (EdgeId e = 1; e < p->edges.count; e++)
        alive += p->edges.at[e].from != 0;
    require(&c, linked == alive, "an edge is in no list");
    vec_free(&c.vars);
    map_free(&c.scope);
}
