#include "answer/invariants/invariant_text.h"
#include "answer/invariants/invariant_tidy.h"
#include "answer/story/story_place.h"
#include "program/edit.h"
#include <ctype.h>

enum { LONGEST_CHAIN = 50, LONGEST_TEXT = 16000 };
enum { RESOURCES = 150000, QUERIES = 300 }; // for readable texts; a proof must not wait for them

typedef struct Solver {
    Smt *smt;
    uint32_t queries; // that may still be asked
} Solver;

// ---- what is known at a loop's head ----
static Term fact_at(const Program *p, LocId loc, uint32_t n, const Invariant invariants[]) {
    Term fact = { 0 };
    for (uint32_t i = 0; i < n; i++)
        if (invariants[i].loc == loc)
            fact = fact.id ? term_and(p->terms, fact, invariants[i].formula) : invariants[i].formula;
    return fact;
}

// The invariant may be at a location some assignments behind the head, through which every run goes on: then
// it holds at the head of what will be assigned.
static Term fact_behind(const Program *p, LocId loc, uint32_t n, const Invariant invariants[]) {
    VecU32 way = { 0 };
    Term fact = fact_at(p, loc, n, invariants);
    while (!fact.id && way.count < LONGEST_CHAIN) {
        EdgeId e = loc_only_out(p, loc);
        if (!e || (p->edges.at[e].cmd.kind != CMD_ASSIGN && p->edges.at[e].cmd.kind != CMD_SKIP))
            break;
        vec_push(&way, e);
        loc = p->edges.at[e].to;
        fact = fact_at(p, loc, n, invariants);
    }
    for (uint32_t i = way.count; fact.id && i-- > 0;) {
        const Cmd *cmd = &p->edges.at[way.at[i]].cmd;
        VecTerm from = { 0 };
        for (uint32_t k = 0; cmd->kind == CMD_ASSIGN && k < cmd->n; k++)
            vec_push(&from, var_term(p, cmd->vars[k]));
        fact = term_substitute(p->terms, fact, from.count, from.at, cmd->terms);
        vec_free(&from);
    }
    vec_free(&way);
    return fact;
}

// ---- names ----
typedef struct Namer {
    const Program *p;
    const SourceLoop *loop;
    Map printable; // term id -> 1: no, 2: yes
} Namer;

static bool is_identifier(const char *text) {
    if (!isalpha((unsigned char)*text) && *text != '_')
        return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && *text != '_')
            return false;
    return true;
}

bool invariant_fits_type(const Program *p, const char *type, Sort sort, CName *name) {
    uint32_t width = sort_width(p->terms, sort);
    name->pointer = !strcmp(type, "*");
    name->cast = !strcmp(type, "enum");
    name->is_signed = strncmp(type, "unsigned", 8) != 0 && strcmp(type, "_Bool") != 0;
    if (sort_kind(p->terms, sort) == SORT_FLOAT)
        return (width == 32 && !strcmp(type, "float")) || (width == 64 && !strcmp(type, "double"));
    if (sort_kind(p->terms, sort) != SORT_BV)
        return false;
    if (name->pointer)
        return width == p->pointer_bits;
    const struct {
        const char *word;
        uint32_t width;
    } types[] = {
        { "long long", 64 }, { "long", p->pointer_bits }, { "short", 16 }, { "char", 8 }, { "_Bool", 8 }, { "int", 32 },
        { "enum", 32 },
    };
    for (size_t i = 0; i < COUNT(types); i++)
        if (strstr(type, types[i].word))
            return width == types[i].width;
    return false;
}

static const LoopVar *local_of(const Program *p, const SourceLoop *loop, Term variable) {
    assert(program_var_of(p, variable) && loop->first + loop->n <= p->loop_vars.count);
    const Var *var = &p->vars.at[program_var_of(p, variable)];
    for (uint32_t i = 0; i < loop->n; i++) {
        const LoopVar *v = &p->loop_vars.at[loop->first + i];
        bool in_memory =
            v->object && var->object == v->object && var->c_name.id == v->c_name.id && var->kind != VAR_ADDRESS;
        if (v->c_type.id && ((v->value.id && term_same(v->value, variable)) || in_memory))
            return v;
    }
    return NULL;
}

// May the name of a global variable mean something else in the loop?  A local variable hides it, a
// static one (which is called FUNCTION.NAME) too, and variables of one name in several files are NAME.NUMBER.
static bool is_hidden(const Program *p, const SourceLoop *loop, Name name) {
    const char *text = program_text(p, name), *function = program_text(p, p->funcs.at[loop->func].name);
    size_t n = strlen(text), m = strlen(function);
    for (uint32_t i = 0; i < loop->n; i++)
        if (p->loop_vars.at[loop->first + i].c_name.id == name.id)
            return true;
    for (ObjId o = 1; o < p->objects.count; o++) {
        const char *other = program_text(p, p->objects.at[o].name);
        if (!strncmp(other, text, n) && other[n] == '.' && isdigit((unsigned char)other[n + 1]))
            return true;
        if (!strncmp(other, function, m) && other[m] == '.' && !strncmp(other + m + 1, text, n) &&
            (!other[m + 1 + n] || other[m + 1 + n] == '.'))
            return true;
    }
    return false;
}

// A global variable that the file declares behind the loop has no name there.
static bool is_declared(const SourceLoop *loop, SrcPos declared) {
    if (declared.file != loop->pos.file || !declared.line)
        return true;
    return declared.line < loop->pos.line || (declared.line == loop->pos.line && declared.column < loop->pos.column);
}

// The state of a rule is in no file of the program.
static bool is_of_rule(const char *name) {
    return !strncmp(name, "__hone_r", 8);
}

static bool c_name(void *context, Term variable, CName *name) {
    Namer *n = context;
    const Program *p = n->p;
    VarId id = program_var_of(p, variable);
    if (!id)
        return false;
    const Var *var = &p->vars.at[id];
    const LoopVar *local = local_of(p, n->loop, variable);
    if (local) {
        name->text = program_text(p, local->c_name);
        return invariant_fits_type(p, program_text(p, local->c_type), var->sort, name);
    }
    name->text = program_text(p, var->c_name);
    return var->kind == VAR_GLOBAL && var->c_name.id && is_identifier(name->text) && !is_of_rule(name->text) &&
           is_declared(n->loop, var->pos) && !is_hidden(p, n->loop, var->c_name) &&
           invariant_fits_type(p, program_text(p, var->c_type), var->sort, name);
}

// ---- from a formula to a text ----
static bool is_printable(Namer *n, Term literal) {
    assert(literal.id);
    uint32_t known = map_find(&n->printable, literal.id);
    if (!known) {
        Text text = { 0 };
        known = 1 + term_print_exact(n->p->terms, literal, c_name, n, &text);
        vec_free(&text);
        map_put(&n->printable, literal.id, known);
    }
    return known == 2;
}

// In negation normal form a literal that cannot be printed may be taken for true: that only weakens.
static Term weaken(Namer *n, Term a, int depth) {
    assert(sort_kind(n->p->terms, term_sort(n->p->terms, a)) == SORT_BOOL);
    Terms *t = n->p->terms;
    Op op = term_op(t, a);
    if ((op != OP_AND && op != OP_OR) || depth > 200)
        return is_printable(n, a) ? a : term_true(t);
    VecTerm parts = { 0 };
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        vec_push(&parts, weaken(n, term_arg(t, a, i), depth + 1));
    Term b = op == OP_AND ? term_and_n(t, parts.count, parts.at) : term_or_n(t, parts.count, parts.at);
    vec_free(&parts);
    return b;
}

// "" where nothing can be said.
static const char *text_of(const Program *p, const SourceLoop *loop, Term fact, Solver *solver, Arena *arena) {
    assert(sort_kind(p->terms, term_sort(p->terms, fact)) == SORT_BOOL);
    Namer n = { .p = p, .loop = loop };
    Terms *t = p->terms;
    Text text = { 0 };
    Term weak = weaken(&n, term_nnf(t, fact), 0);
    Term tidy = invariant_tidy(solver->smt, weak, c_name, &n, &solver->queries);
    if (term_print_exact(t, tidy, c_name, &n, &text))
        weak = tidy;
    text.count = 0;
    const char *result = "";
    bool told = term_print_exact(t, weak, c_name, &n, &text) && text.count < LONGEST_TEXT;
    if (!told) {
        text.count = 0;
        weak = invariant_facts(solver->smt, weak, &solver->queries);
        told = term_print_exact(t, weak, c_name, &n, &text) && text.count < LONGEST_TEXT;
    }
    if (told && !term_same(weak, term_true(t)))
        result = arena_strdup(arena, text.at);
    vec_free(&text);
    map_free(&n.printable);
    return result;
}

// ---- the loops of one statement ----
typedef struct Statement {
    LoopInvariant at;
    VEC(const char *) texts; // of its copies, each once
    bool silent;             // of one copy nothing is known
} Statement;
typedef VEC(Statement) Statements;

static Statement *statement_of(const Program *p, const SourceLoop *loop, Statements *all) {
    for (uint32_t i = 0; i < all->count; i++) {
        SrcPos at = all->at[i].at.pos;
        if (at.file == loop->pos.file && at.line == loop->pos.line && at.column == loop->pos.column)
            return &all->at[i];
    }
    Statement *s = vec_add(all);
    s->at.pos = loop->pos;
    s->at.file = program_text(p, p->files.at[loop->pos.file]);
    s->at.function = program_text(p, p->funcs.at[loop->func].name);
    return s;
}

static void add_copy(const Program *p, const SourceLoop *loop, Term fact, Statement *s, Solver *solver, Arena *arena) {
    if (!fact.id) {
        s->silent = true;
        return;
    }
    if (term_same(fact, term_false(p->terms)))
        return;
    const char *text = text_of(p, loop, fact, solver, arena);
    s->silent |= !*text;
    for (uint32_t i = 0; i < s->texts.count; i++)
        if (!strcmp(s->texts.at[i], text))
            return;
    vec_push(&s->texts, text);
}

static int by_place(const void *x, const void *y) {
    const LoopInvariant *a = x, *b = y;
    int files = strcmp(a->file, b->file);
    if (files)
        return files;
    if (a->pos.line != b->pos.line)
        return a->pos.line < b->pos.line ? -1 : 1;
    return a->pos.column < b->pos.column ? -1 : a->pos.column > b->pos.column;
}

static void join_copies(Statement *s, Arena *arena, LoopInvariants *out) {
    Text text = { 0 };
    text_add(&text, "%s", s->texts.count ? "" : "0");
    for (uint32_t i = 0; i < s->texts.count; i++)
        text_add(&text, s->texts.count > 1 ? "%s(%s)" : "%s%s", i ? " || " : "", s->texts.at[i]);
    s->at.text = arena_strdup(arena, text.at);
    vec_free(&text);
    vec_push(out, s->at);
}

void loop_invariants(const Program *p, uint32_t n, const Invariant invariants[], Arena *arena, LoopInvariants *out) {
    assert(!n || invariants);
    Statements all = { 0 };
    Solver solver = { smt_new(p->terms, (SmtLimits){ .resources = RESOURCES }), QUERIES };
    for (uint32_t i = 1; i < p->loops.count; i++) {
        const SourceLoop *loop = &p->loops.at[i];
        if (!loop->pos.line || !loop->pos.file)
            continue;
        Statement *s = statement_of(p, loop, &all);
        Term fact = loop->loc ? fact_behind(p, loop->loc, n, invariants) : (Term){ 0 };
        if (!s->silent)
            add_copy(p, loop, fact, s, &solver, arena);
    }
    for (uint32_t i = 0; i < all.count; i++) {
        if (!all.at[i].silent && !story_is_model(all.at[i].at.function, all.at[i].at.file))
            join_copies(&all.at[i], arena, out);
        vec_free(&all.at[i].texts);
    }
    vec_free(&all);
    smt_free(solver.smt);
    if (out->count)
        qsort(out->at, out->count, sizeof *out->at, by_place);
}
