#include "answer/witness/witness_contract.h"
#include "frontend/syntax/syntax.h"
#include "logic/text/read_c.h"
#include "program/pass/calls.h"
#include "program/step/call.h"
#include "answer/story/source.h"
#include <ctype.h>

#define OLD "__hone_old_"
#define RESULT "__hone_result"

typedef struct Reading { // one contract
    const Program *p;
    FuncId func;
    bool ensures;
    const char *result_type; // as C text, or NULL
} Reading;

// ---- which function ----
static FuncId function_of(const Program *p, const WitnessContract *c) {
    FuncId named = c->at.function ? program_find_func(p, c->at.function) : 0;
    if (named)
        return p->funcs.at[named].defined ? named : 0;
    for (FuncId f = 1; f < p->funcs.count && !c->at.function; f++) {
        const Function *func = &p->funcs.at[f];
        if (func->defined && func->pos.line == c->at.line &&
            same_file(program_text(p, p->files.at[func->pos.file]), c->at.file))
            return f;
    }
    return 0;
}

bool witness_contracts_keep_calls(const Program *p, const Witness *w) {
    CallGraph calls = call_graph_new(p);
    bool keep = false;
    for (uint32_t i = 0; i < w->contracts.count; i++) {
        FuncId f = function_of(p, &w->contracts.at[i]);
        keep |= f && !calls.recursive[f];
    }
    call_graph_free(&calls);
    return keep;
}

// ---- names ----
static bool is_integer(const Program *p, const char *type, Sort sort, bool *is_unsigned) {
    CName name = { 0 };
    if (!type || sort_kind(p->terms, sort) != SORT_BV || !invariant_fits_type(p, type, sort, &name))
        return false;
    *is_unsigned = !name.is_signed;
    return !name.pointer && !name.cast;
}

// A parameter has the name of the C variable that has its value where the function begins.
static Term parameter(const Reading *r, const char *name, const char **type) {
    const Function *f = &r->p->funcs.at[r->func];
    for (uint32_t i = 0; i < r->p->bindings.count; i++) {
        const Binding *b = &r->p->bindings.at[i];
        if (!b->loc || r->p->locs.at[b->loc].func != r->func || !b->value.id ||
            strcmp(program_text(r->p, b->c_name), name) != 0)
            continue;
        for (uint32_t k = 0; k < f->params.count; k++)
            if (term_same(var_term(r->p, f->params.at[k]), b->value)) {
                *type = program_text(r->p, b->c_type);
                return b->value;
            }
    }
    return (Term){ 0 };
}

// Where two have the name it is not known which is meant.
static Term global(const Program *p, const char *name, const char **type) {
    VarId found = 0;
    for (VarId v = 1; v < p->vars.count; v++) {
        const Var *var = &p->vars.at[v];
        if (var->kind != VAR_GLOBAL || !var->c_name.id || strcmp(program_text(p, var->c_name), name) != 0)
            continue;
        if (found)
            return (Term){ 0 };
        found = v;
    }
    *type = found ? program_text(p, p->vars.at[found].c_type) : NULL;
    return found ? var_term(p, found) : (Term){ 0 };
}

static CValue result(const Reading *r) {
    CValue none = { .term = { 0 } }, value = { .term = calls_result(r->p, r->func, 0) };
    if (r->p->funcs.at[r->func].results.count != 1)
        return none;
    return is_integer(r->p, r->result_type, term_sort(r->p->terms, value.term), &value.is_unsigned) ? value : none;
}

static CValue variable(void *self, const char *name) {
    const Reading *r = self;
    CValue value = { .term = { 0 } };
    const char *type = NULL;
    bool old = !strncmp(name, OLD, strlen(OLD));
    if (!strcmp(name, RESULT))
        return r->ensures ? result(r) : value;
    const char *plain = old ? name + strlen(OLD) : name;
    Term given = parameter(r, plain, &type), x = given.id ? given : global(r->p, plain, &type);
    if (!x.id || (old && !r->ensures) || !is_integer(r->p, type, term_sort(r->p->terms, x), &value.is_unsigned))
        return value;
    value.term = r->ensures && (old || given.id) ? calls_entry_copy(r->p, x) : x;
    return value;
}

// ---- texts ----
// "\at(x, Old)" and "\result" as names.  False: there is something else of that kind.
static bool plain_text(const char *text, Text *out) {
    while (*text) {
        if (!strncmp(text, "\\result", 7) && !isalnum((unsigned char)text[7])) {
            text_add(out, RESULT);
            text += 7;
        } else if (!strncmp(text, "\\at(", 4)) {
            char name[100];
            int length = 0;
            if (sscanf(text, "\\at( %99[A-Za-z0-9_] , Old )%n", name, &length) != 1 || !length)
                return false;
            text_add(out, OLD "%s", name);
            text += length;
        } else if (*text == '\\') {
            return false;
        } else {
            text_add(out, "%c", *text++);
        }
    }
    return true;
}

static bool read_side(Reading *r, const char *text, bool ensures, Term *out, Reason *why) {
    Text plain = { 0 };
    Reason wrong;
    r->ensures = ensures;
    bool good = plain_text(text, &plain);
    if (!good)
        reason_set(&wrong, "only \\at(x, Old) and \\result are known");
    good = good &&
           c_read_condition(r->p->terms, plain.count ? plain.at : "", r->p->pointer_bits, variable, r, out, &wrong);
    if (!good)
        reason_set(why, "'%.150s' of %.100s: %.200s", text, program_text(r->p, r->p->funcs.at[r->func].name),
                   wrong.text);
    vec_free(&plain);
    return good;
}

// ---- types of results ----
static const char *result_type(const Syntax *s, const char *function, Arena *arena) {
    for (uint32_t i = 1; i < s->nodes.count; i++) {
        const SyntaxNode *n = &s->nodes.at[i];
        const char *end = n->type ? strstr(n->type, " (") : NULL;
        if (n->kind == SYNTAX_FUNCTION && n->name && end && !strcmp(n->name, function))
            return arena_strndup(arena, n->type, (size_t)(end - n->type));
    }
    return NULL;
}

// ---- reading ----
static bool read_contract(const Program *p, const WitnessContract *c, FuncId f, const char *type, uint32_t number,
                          AppliedContracts *out, Reason *why) {
    Reading r = { .p = p, .func = f, .result_type = type };
    AppliedContract applied = { .func = f, .number = number };
    if (!read_side(&r, c->requires_, false, &applied.requires_, why) ||
        !read_side(&r, c->ensures, true, &applied.ensures, why))
        return false;
    vec_push(out, applied);
    return true;
}

static bool read_syntax(const FrontendInput *in, Syntax files[], Arena *arena, Reason *why) {
    for (uint32_t i = 0; i < in->files.count; i++)
        if (!syntax_read(&files[i], in, &in->files.at[i], arena, why))
            return false;
    return true;
}

static const char *type_in(const FrontendInput *in, const Syntax files[], const char *function, Arena *arena) {
    const char *type = NULL;
    for (uint32_t i = 0; i < in->files.count && !type; i++)
        type = result_type(&files[i], function, arena);
    return type;
}

bool witness_contracts_read(const Program *p, const Witness *w, const FrontendInput *in, Arena *arena,
                            AppliedContracts *out, Reason *why) {
    assert(p->split);
    Syntax *files = base_alloc((in->files.count + 1) * sizeof *files);
    CallGraph calls = call_graph_new(p);
    bool good = !w->contracts.count || read_syntax(in, files, arena, why);
    for (uint32_t i = 0; i < w->contracts.count && good; i++) {
        const WitnessContract *c = &w->contracts.at[i];
        FuncId f = function_of(p, c);
        if (!f)
            reason_set(why, "there is no function %.100s at %.100s:%u", c->at.function ? c->at.function : "",
                       c->at.file, c->at.line);
        good =
            f && ((!calls.sites[f] && !calls.kept[f]) ||
                  read_contract(p, c, f, type_in(in, files, program_text(p, p->funcs.at[f].name), arena), i, out, why));
    }
    call_graph_free(&calls);
    for (uint32_t i = 0; i < in->files.count; i++)
        syntax_free(&files[i]);
    free(files);
    return good;
}

// ---- checks ----
typedef struct Old { // what an entry copy stands for, and the local variable that keeps it
    VecTerm copies, states, kept;
} Old;

static void keep_old(Program *p, FuncId f, Term formula, Old *old) {
    VecTerm vars = { 0 };
    term_vars(p->terms, formula, &vars);
    uint32_t n = p->vars.count;
    for (VarId v = 1; v < n; v++) {
        Term copy = calls_entry_copy(p, var_term(p, v));
        for (uint32_t i = 0; i < vars.count; i++)
            if (term_same(vars.at[i], copy)) {
                VarId kept = program_var(p, f, "old", p->vars.at[v].sort, VAR_LOCAL);
                vec_push(&old->copies, copy);
                vec_push(&old->states, var_term(p, v));
                vec_push(&old->kept, var_term(p, kept));
            }
    }
    vec_free(&vars);
}

// Two ways out of 'from': to 'to' where the formula holds, else to the error.
static void check_between(Program *p, LocId from, LocId to, Term formula, SrcPos pos, GoalId goal) {
    FuncId f = p->locs.at[from].func;
    LocId fails = program_loc(p, f, pos);
    program_edge(p, from, to, pos, cmd_assume(formula));
    program_edge(p, from, fails, pos, cmd_assume(term_not(p->terms, formula)));
    program_edge(p, fails, p->error, pos, cmd_error(goal));
}

static void check_entry(Program *p, const AppliedContract *c, const Old *old) {
    SrcPos pos = p->funcs.at[c->func].pos;
    LocId test = program_loc(p, c->func, pos), first = test;
    VecU32 vars = { 0 };
    for (uint32_t i = 0; i < old->kept.count; i++)
        vec_push(&vars, program_var_of(p, old->kept.at[i]));
    if (vars.count) {
        first = program_loc(p, c->func, pos);
        program_edge(p, first, test, pos, cmd_assign_n(p, vars.count, vars.at, old->states.at));
    }
    check_between(p, test, p->funcs.at[c->func].entry, c->requires_, pos, c->goal);
    p->funcs.at[c->func].entry = first;
    vec_free(&vars);
}

static void check_return(Program *p, const AppliedContract *c, const Old *old, EdgeId e) {
    Edge edge = p->edges.at[e];
    assert(edge.cmd.kind == CMD_RETURN);
    Term ensures = term_substitute(p->terms, c->ensures, old->copies.count, old->copies.at, old->kept.at);
    for (uint32_t i = 0; i < edge.cmd.n; i++) {
        Term result = calls_result(p, c->func, i);
        ensures = term_substitute(p->terms, ensures, 1, &result, &edge.cmd.terms[i]);
    }
    program_delete_edge(p, e);
    LocId back = program_loc(p, c->func, edge.pos);
    check_between(p, edge.from, back, ensures, edge.pos, c->goal);
    program_edge(p, back, edge.to, edge.pos, edge.cmd);
}

void witness_contracts_insert(Program *p, AppliedContracts *contracts) {
    for (uint32_t i = 0; i < contracts->count; i++) {
        AppliedContract *c = &contracts->at[i];
        const char *name = program_text(p, p->funcs.at[c->func].name);
        Text text = { 0 };
        Old old = { 0 };
        text_add(&text, "the contract of %s in the witness does not hold", name);
        c->goal = program_goal(p, GOAL_ASSERTION, text.at, p->funcs.at[c->func].pos, c->func);
        keep_old(p, c->func, c->ensures, &old);
        uint32_t n = p->edges.count;
        for (EdgeId e = 1; e < n; e++)
            if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_RETURN &&
                p->locs.at[p->edges.at[e].from].func == c->func)
                check_return(p, c, &old, e);
        check_entry(p, c, &old);
        vec_free(&text);
        vec_free(&old.copies);
        vec_free(&old.states);
        vec_free(&old.kept);
    }
#ifndef NDEBUG
    program_check(p);
#endif
}

uint32_t witness_contract_failed(const Program *p, const AppliedContracts *contracts, EdgeId error) {
    assert(error && p->edges.at[error].cmd.kind == CMD_ERROR);
    for (uint32_t i = 0; i < contracts->count; i++)
        if (contracts->at[i].goal && contracts->at[i].goal == p->edges.at[error].cmd.goal)
            return contracts->at[i].number;
    return UINT32_MAX;
}
