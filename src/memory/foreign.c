#include "memory/foreign.h"
#include "program/edit.h"
#include <stdlib.h>

typedef struct Foreign {
    Program *p;
    PointsTo *pt;
    uint8_t *outside; // per VarId: only ever a pointer from outside
    ObjId *object;    // per VarId: only ever the address of a new object of this site
    Map done;         // term -> its new form
} Foreign;

// ---- what variables are ----
enum { ONLY_OUTSIDE = 1, OTHERWISE = 2 };

static ObjId addressed(const Program *p, Term a) {
    VarId v = program_var_of(p, a);
    return v && p->vars.at[v].kind == VAR_ADDRESS ? p->vars.at[v].object : 0;
}

// How a command defines its i-th variable: from outside, as the address of an object, or otherwise.
static void note_definition(Foreign *x, const Cmd *cmd, uint32_t i, VarId v) {
    assert(x->p->vars.at[v].kind != VAR_ADDRESS && "addresses are rigid");
    bool input = cmd->kind == CMD_INPUT && (cmd->input == INPUT_EXTERNAL || cmd->input == INPUT_NONDET);
    ObjId object = cmd->kind == CMD_ALLOC ? cmd->object : cmd->kind == CMD_ASSIGN ? addressed(x->p, cmd->terms[i]) : 0;
    x->outside[v] |= input && x->p->vars.at[v].pointer ? ONLY_OUTSIDE : OTHERWISE;
    x->object[v] = object && !x->object[v] ? object : UINT32_MAX;
}

static void find_definitions(Foreign *x) {
    const Program *p = x->p;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const VarId *vars;
        uint32_t n = p->edges.at[e].from ? cmd_writes(&p->edges.at[e].cmd, &vars) : 0;
        for (uint32_t i = 0; i < n; i++)
            if (vars[i])
                note_definition(x, &p->edges.at[e].cmd, i, vars[i]);
    }
    for (FuncId f = 1; f < p->funcs.count; f++)
        for (uint32_t i = 0; i < p->funcs.at[f].params.count; i++)
            x->outside[p->funcs.at[f].params.at[i]] = OTHERWISE;
}

static bool is_from_outside(const Foreign *x, Term a) {
    assert(!x->p->distinct);
    VarId v = program_var_of(x->p, a);
    return v && x->outside[v] == ONLY_OUTSIDE;
}

// Is 'a' the address of an object that the program keeps to itself?
static bool is_kept(const Foreign *x, Term a) {
    const Program *p = x->p;
    VarId v = program_var_of(p, a);
    ObjId o = v && addressed(p, a) ? addressed(p, a) : v ? x->object[v] : 0;
    if (!o || o == UINT32_MAX)
        return false;
    const Object *object = &p->objects.at[o];
    return object->kind != OBJ_FUNCTION && !object->external && !object->shared && !pointsto_given(x->pt, o);
}

// ---- rewriting ----
static Term rewrite(Foreign *x, Term a) {
    Terms *t = x->p->terms;
    uint32_t n = a.id ? term_arity(t, a) : 0, known;
    if (!n)
        return a;
    if (map_get(&x->done, a.id, &known))
        return (Term){ known };
    Term out = a;
    if (term_op(t, a) == OP_EQ) {
        Term left = term_arg(t, a, 0), right = term_arg(t, a, 1);
        if ((is_from_outside(x, left) && is_kept(x, right)) || (is_from_outside(x, right) && is_kept(x, left)))
            out = term_false(t);
    } else {
        VecTerm args = { 0 };
        bool changed = false;
        for (uint32_t i = 0; i < n; i++) {
            vec_push(&args, rewrite(x, term_arg(t, a, i)));
            changed |= !term_same(args.at[i], term_arg(t, a, i));
        }
        if (changed)
            out = term_build(t, term_op(t, a), term_sort(t, a), n, args.at, term_imm(t, a, 0), term_imm(t, a, 1));
        vec_free(&args);
    }
    map_put(&x->done, a.id, out.id);
    return out;
}

static void rewrite_cmd(Foreign *x, Cmd *cmd) {
    cmd->a = rewrite(x, cmd->a);
    cmd->b = rewrite(x, cmd->b);
    cmd->c = rewrite(x, cmd->c);
    for (uint32_t i = 0; cmd->terms && i < cmd->n; i++) {
        Term now = rewrite(x, cmd->terms[i]);
        if (term_same(now, cmd->terms[i]))
            continue;
        Term *terms = arena_array(x->p->arena, Term, cmd->n); // others may share the old ones
        memcpy(terms, cmd->terms, cmd->n * sizeof *terms);
        cmd->terms = terms;
        terms[i] = now;
    }
}

void foreign_compare(Program *p, PointsTo *pt) {
    if (p->distinct)
        return;
    Foreign x = { .p = p, .pt = pt };
    x.outside = base_alloc(p->vars.count);
    x.object = base_alloc(p->vars.count * sizeof *x.object);
    find_definitions(&x);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from)
            rewrite_cmd(&x, &p->edges.at[e].cmd);
    map_free(&x.done);
    free(x.outside);
    free(x.object);
}
