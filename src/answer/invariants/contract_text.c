#include "answer/invariants/contract_text.h"
#include "answer/invariants/invariant_text.h"
#include "answer/invariants/invariant_tidy.h"
#include "answer/story/story_place.h"
#include "program/step/call.h"

enum { RESOURCES = 150000, QUERIES = 200, LONGEST_TEXT = 8000 }; // for readable texts; a proof must not wait for them

typedef struct Contract { // being told
    const Program *p;
    FuncId func;
    bool exit;    // at the exit: 'ensures'
    bool witness; // in the notation of witnesses
    Map origin;   // entry!x -> x
    Map result;   // result!f!i -> 1 + i
    Arena *arena;
} Contract;

// ---- names ----
// The C name and type of a parameter: those of the variable that has its value where the function begins.
static const Binding *binding_of(const Contract *c, Term param) {
    for (uint32_t i = 0; i < c->p->bindings.count; i++) {
        const Binding *b = &c->p->bindings.at[i];
        if (b->loc && c->p->locs.at[b->loc].func == c->func && b->value.id && term_same(b->value, param))
            return b;
    }
    return NULL;
}

static bool state_name(const Contract *c, Term x, CName *name) {
    const Program *p = c->p;
    VarId id = program_var_of(p, x);
    const Var *var = id ? &p->vars.at[id] : NULL;
    const Binding *b = var && var->kind == VAR_PARAM && var->func == c->func ? binding_of(c, x) : NULL;
    if (!var || (!b && (var->kind != VAR_GLOBAL || !var->c_name.id)))
        return false;
    name->text = program_text(p, b ? b->c_name : var->c_name);
    return invariant_fits_type(p, program_text(p, b ? b->c_type : var->c_type), var->sort, name);
}

static bool result_name(const Contract *c, Term x, uint32_t number, CName *name) {
    SortKind kind = sort_kind(c->p->terms, term_sort(c->p->terms, x));
    name->text = number ? arena_printf(c->arena, "result%u", number) : c->witness ? "\\result" : "result";
    name->is_signed = true;
    name->cast = c->witness && kind == SORT_BV; // whether it is signed is not known
    return (kind == SORT_BV || kind == SORT_FLOAT) && !(c->witness && number);
}

// Parameters have no value any more when the function returned.
static bool c_name(void *self, Term x, CName *name) {
    Contract *c = self;
    *name = (CName){ 0 };
    uint32_t origin = map_find(&c->origin, x.id), result = map_find(&c->result, x.id);
    if (result)
        return c->exit && result_name(c, x, result - 1, name);
    if (!origin) {
        VarId id = program_var_of(c->p, x);
        return !(c->exit && id && c->p->vars.at[id].kind == VAR_PARAM) && state_name(c, x, name);
    }
    if (!c->exit || !state_name(c, (Term){ origin }, name))
        return false;
    name->text = arena_printf(c->arena, c->witness ? "\\at(%s, Old)" : "entry!%s", name->text);
    return true;
}

// ---- formulas ----
static Term fact_at(const Program *p, LocId loc, uint32_t n, const Invariant invariants[]) {
    Term fact = term_true(p->terms);
    for (uint32_t i = 0; i < n; i++)
        if (invariants[i].loc == loc)
            fact = term_and(p->terms, fact, invariants[i].formula);
    return fact;
}

// What is called by its first value alone: parameters, and what is said to be what it was.
static Term by_first_values(Contract *c, Term fact) {
    Terms *t = c->p->terms;
    VecTerm parts = { 0 }, from = { 0 }, to = { 0 };
    term_conjuncts(t, fact, &parts);
    for (uint32_t i = 0; i < parts.count; i++)
        for (uint32_t k = 0; k < 2 && term_op(t, parts.at[i]) == OP_EQ; k++) {
            Term x = term_arg(t, parts.at[i], k), first = term_arg(t, parts.at[i], 1 - k);
            if (map_find(&c->origin, first.id) == x.id) {
                vec_push(&from, x);
                vec_push(&to, first);
            }
        }
    Term result = term_substitute(t, fact, from.count, from.at, to.at);
    vec_free(&parts);
    vec_free(&from);
    vec_free(&to);
    return result;
}

static bool is_printable(Contract *c, Term formula) {
    Text text = { 0 };
    bool printable = term_print_exact(c->p->terms, formula, c_name, c, &text);
    vec_free(&text);
    return printable;
}

// Without the conjuncts that cannot be written.
static Term weaken(Contract *c, Term fact) {
    Terms *t = c->p->terms;
    VecTerm parts = { 0 };
    term_conjuncts(t, term_nnf(t, fact), &parts);
    for (uint32_t i = 0; i < parts.count; i++)
        if (!is_printable(c, parts.at[i]))
            parts.at[i] = term_true(t);
    Term result = term_and_n(t, parts.count, parts.at);
    vec_free(&parts);
    return result;
}

// NULL: it cannot be written.
static const char *print(Contract *c, Term fact) {
    Text text = { 0 };
    bool printed = term_print_exact(c->p->terms, fact, c_name, c, &text) && text.count && text.count < LONGEST_TEXT;
    const char *result = printed ? arena_strdup(c->arena, text.at) : NULL;
    vec_free(&text);
    return result;
}

static const char *text_of(Contract *c, Term fact, Term tidy) {
    Terms *t = c->p->terms;
    if (term_same(fact, term_true(t)))
        return "1";
    const char *text = print(c, tidy);
    return text ? text : print(c, term_nnf(t, fact));
}

static Term tidied(Contract *c, Term fact, Smt *smt, uint32_t *queries) {
    return invariant_tidy(smt, term_nnf(c->p->terms, fact), c_name, c, queries);
}

// ---- functions ----
static void contract_open(Contract *c) {
    const Program *p = c->p;
    for (VarId v = 1; v < p->vars.count; v++)
        if (!p->vars.at[v].func || p->vars.at[v].func == c->func) {
            Term x = var_term(p, v);
            map_put(&c->origin, calls_entry_copy(p, x).id, x.id);
        }
    for (uint32_t i = 0; i < p->funcs.at[c->func].results.count; i++)
        map_put(&c->result, calls_result(p, c->func, i).id, 1 + i);
}

static bool tell(Contract *c, Term entry, Term exit, Smt *smt, uint32_t *queries, FunctionContract *out) {
    c->exit = false;
    out->requires_ = text_of(c, entry, tidied(c, entry, smt, queries));
    c->exit = true;
    exit = by_first_values(c, exit);
    Term ensures = weaken(c, exit), tidy = tidied(c, ensures, smt, queries);
    out->ensures = text_of(c, ensures, tidy);
    c->witness = true; // which may be able to say less
    Term less = weaken(c, exit);
    out->witness = text_of(c, less, term_same(less, ensures) ? tidy : tidied(c, less, smt, queries));
    c->witness = false;
    return out->requires_ && out->ensures && out->witness &&
           (strcmp(out->requires_, "1") != 0 || strcmp(out->ensures, "1") != 0);
}

static bool has_invariant(LocId loc, uint32_t n, const Invariant invariants[]) {
    for (uint32_t i = 0; i < n; i++)
        if (invariants[i].loc == loc)
            return true;
    return false;
}

static int by_place(const void *x, const void *y) {
    const FunctionContract *a = x, *b = y;
    int files = strcmp(a->file, b->file);
    return files ? files : a->line != b->line ? (a->line < b->line ? -1 : 1) : strcmp(a->function, b->function);
}

void function_contracts(const Program *p, uint32_t n, const Invariant invariants[], Arena *arena,
                        FunctionContracts *out) {
    Smt *smt = smt_new(p->terms, (SmtLimits){ .resources = RESOURCES });
    uint32_t queries = QUERIES;
    for (FuncId f = 1; f < p->funcs.count; f++) {
        const Function *func = &p->funcs.at[f];
        const char *file = program_text(p, p->files.at[func->pos.file]), *name = program_text(p, func->name);
        if (f == p->entry || !func->defined || !func->pos.line || !has_invariant(func->exit, n, invariants) ||
            story_is_model(name, file))
            continue;
        Contract c = { .p = p, .func = f, .arena = arena };
        FunctionContract told = { .file = file, .function = name, .line = func->pos.line };
        contract_open(&c);
        if (tell(&c, fact_at(p, func->entry, n, invariants), fact_at(p, func->exit, n, invariants), smt, &queries,
                 &told))
            vec_push(out, told);
        map_free(&c.origin);
        map_free(&c.result);
    }
    smt_free(smt);
    if (out->count)
        qsort(out->at, out->count, sizeof *out->at, by_place);
}
