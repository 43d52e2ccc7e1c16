// user_predicates.c - reads predicates about C variables at places of a program
//
// Functions were put in place of their calls: a function's places are those of its
// copies in the entry function.  Locals are in SSA form; which value a C variable has
// at a location is what the last binding on every way to it says (program.h).
#include "engine/tree/user_predicates.h"
#include "logic/text/read_c.h"
#include "program/digraph.h"
#include "spec/file.h"
#include <ctype.h>

enum { LARGEST_FILE = 1 << 24 };
static const uint32_t EVERYWHERE = UINT32_MAX;
enum { NOT_SEEN, NO_VALUE, FIRST_VALUE }; // states of a Flow: else FIRST_VALUE + term

typedef struct Flow { // the values of a C variable of one copy of a function
    uint32_t copy;
    Name name;
    uint32_t *at; // by location
    bool is_unsigned;
} Flow;
typedef struct User {
    const Program *p;
    VEC(Flow) flows;
    FuncId func;   // of the line being read; 0: none
    uint32_t copy; // of it: an index into 'inlined', 0: the entry function itself; EVERYWHERE
    LocId loc;     // where names are looked up; 0: anywhere
    bool missing;  // a name has no value there
    bool unknown;  // a name does not occur at all
} User;

// ---- places ----
static FuncId func_of_copy(const Program *p, uint32_t copy) {
    return copy ? p->inlined.at[copy].callee : p->entry;
}

static bool in_copy(const Program *p, LocId loc, uint32_t copy) {
    return p->locs.at[loc].func == p->entry && (copy == EVERYWHERE || p->locs.at[loc].inlined == copy);
}

static bool has_line(const Program *p, LocId loc, uint32_t line) {
    if (p->locs.at[loc].pos.line == line)
        return true;
    for_out_edges(p, loc, e) if (p->edges.at[e].pos.line == line) return true;
    return false;
}

// ---- names ----
static bool type_is_unsigned(const char *type) {
    size_t n = strlen(type);
    return strstr(type, "unsigned") || strstr(type, "_Bool") || (n && type[n - 1] == '*') || !strcmp(type, "size_t") ||
           !strncmp(type, "uint", 4);
}

static bool binds(const Program *p, const Binding *b, uint32_t copy, Name name) {
    return b->c_name.id == name.id && p->locs.at[b->loc].func == p->entry && p->locs.at[b->loc].inlined == copy;
}

static uint32_t merge(uint32_t a, uint32_t b) {
    return a == NOT_SEEN || a == b ? b : b == NOT_SEEN ? a : NO_VALUE;
}

// Follows the bindings of one variable from the entry; a state only ever falls to NO_VALUE.
static void flow_bindings(const Program *p, Flow *f) {
    uint32_t *bound = base_alloc(p->locs.count * sizeof *bound), *into = base_alloc(p->locs.count * sizeof *into);
    VecU32 todo = { 0 };
    for (uint32_t i = 1; i < p->bindings.count; i++) {
        const Binding *b = &p->bindings.at[i];
        if (!binds(p, b, f->copy, f->name))
            continue;
        bound[b->loc] = b->value.id ? FIRST_VALUE + b->value.id : NO_VALUE;
        f->is_unsigned |= type_is_unsigned(program_text(p, b->c_type));
    }
    f->at = into;
    into[p->funcs.at[p->entry].entry] = NO_VALUE;
    vec_push(&todo, p->funcs.at[p->entry].entry);
    while (todo.count) {
        LocId loc = vec_pop(&todo);
        uint32_t out = bound[loc] ? bound[loc] : into[loc];
        for_out_edges(p, loc, e) {
            LocId to = p->edges.at[e].to;
            uint32_t state = merge(into[to], out);
            if (state == into[to])
                continue;
            into[to] = state;
            vec_push(&todo, to);
        }
    }
    for (LocId loc = 0; loc < p->locs.count; loc++)
        if (bound[loc])
            into[loc] = bound[loc];
    free(bound);
    vec_free(&todo);
}

static const Flow *flow_of(User *u, Name name) {
    for (uint32_t i = 0; i < u->flows.count; i++)
        if (u->flows.at[i].copy == u->copy && u->flows.at[i].name.id == name.id)
            return &u->flows.at[i];
    Flow f = { .copy = u->copy, .name = name };
    flow_bindings(u->p, &f);
    vec_push(&u->flows, f);
    return &vec_last(&u->flows);
}

// A variable in memory that became a variable of the program: is it assigned in the copy?
static bool assigned_in(const Program *p, VarId var, uint32_t copy) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from || !in_copy(p, edge->from, copy))
            continue;
        if (edge->cmd.var == var)
            return true;
        for (uint32_t i = 0; i < edge->cmd.n_vars; i++)
            if (edge->cmd.vars[i] == var)
                return true;
    }
    return false;
}

static VarId find_var(const User *u, Name name) {
    const Program *p = u->p;
    VarId global = 0;
    for (VarId v = 1; v < p->vars.count; v++) {
        const Var *var = &p->vars.at[v];
        if (var->c_name.id != name.id || var->kind == VAR_ADDRESS)
            continue;
        if (var->kind == VAR_GLOBAL)
            global = v;
        else if (u->copy != EVERYWHERE && var->object && var->func == p->entry && assigned_in(p, v, u->copy))
            return v;
    }
    return global;
}

static bool is_bound_somewhere(const User *u, Name name) {
    for (uint32_t i = 1; i < u->p->bindings.count && u->func; i++) {
        const Binding *b = &u->p->bindings.at[i];
        const Loc *loc = &u->p->locs.at[b->loc];
        FuncId func = loc->func == u->p->entry ? func_of_copy(u->p, loc->inlined) : loc->func;
        if (b->c_name.id == name.id && func == u->func)
            return true;
    }
    return false;
}

static CValue look_up(void *self, const char *text) {
    User *u = self;
    const Program *p = u->p;
    Name name = name_of(p->names, text);
    VarId var = 0;
    if (u->func && u->copy != EVERYWHERE && u->loc) {
        const Flow *f = flow_of(u, name);
        if (f->at[u->loc] >= FIRST_VALUE)
            return (CValue){ { f->at[u->loc] - FIRST_VALUE }, f->is_unsigned };
    }
    if ((var = find_var(u, name)))
        return (CValue){ var_term(p, var), type_is_unsigned(program_text(p, p->vars.at[var].c_type)) };
    u->missing = is_bound_somewhere(u, name);
    if (u->missing) // any value of the right kind will do: the predicate is not used
        return (CValue){ term_bv(p->terms, 0, 32), false };
    u->unknown = true;
    return (CValue){ 0 };
}

// ---- lines ----
typedef struct UserLine {
    const char *func; // "" where none is named
    uint32_t line;    // 0: none
    const char *expression;
} UserLine;

static char *trim(char *text) {
    char *end = text + strlen(text);
    while (isspace((unsigned char)*text))
        text++;
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = 0;
    return text;
}

// Takes the text apart; false where it is not as it should be.
static bool split_line(char *text, UserLine *out, Reason *why) {
    *out = (UserLine){ .func = "" };
    char *colon = strchr(text, ':');
    if (colon) {
        *colon = 0;
        out->func = trim(text);
        text = colon + 1;
        colon = strchr(text, ':');
    }
    if (colon) {
        char *end;
        *colon = 0;
        unsigned long line = strtoul(text, &end, 10);
        if (end == text || *trim(end) || !line || line > INT32_MAX) {
            reason_set(why, "'%.40s' is no line number", trim(text));
            return false;
        }
        out->line = (uint32_t)line;
        text = colon + 1;
    }
    out->expression = trim(text);
    return true;
}

static bool line_is_there(const Program *p, const UserLine *line, FuncId func) {
    for (LocId loc = 1; loc < p->locs.count; loc++)
        if (p->locs.at[loc].func == p->entry && func_of_copy(p, p->locs.at[loc].inlined) == func &&
            has_line(p, loc, line->line))
            return true;
    return false;
}

static void follow_in(User *u, const UserLine *line, VecFollowed *out) {
    const Program *p = u->p;
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        Followed f = { .loc = loc };
        Reason ignored;
        if (!in_copy(p, loc, u->copy) || (line->line && !has_line(p, loc, line->line)))
            continue;
        u->loc = loc;
        u->missing = false;
        if (c_read_condition(p->terms, line->expression, p->pointer_bits, look_up, u, &f.predicate, &ignored) &&
            !u->missing)
            vec_push(out, f);
    }
}

static bool read_line(User *u, char *text, VecFollowed *out, Reason *why) {
    const Program *p = u->p;
    UserLine line;
    Term ignored;
    if (!split_line(text, &line, why))
        return false;
    u->func = *line.func ? program_find_func(p, line.func) : 0;
    u->copy = EVERYWHERE;
    u->loc = 0;
    if (*line.func && (!u->func || !p->funcs.at[u->func].defined)) {
        reason_set(why, "there is no function '%.100s'", line.func);
        return false;
    }
    u->unknown = false;
    if (!c_read_condition(p->terms, line.expression, p->pointer_bits, look_up, u, &ignored, why)) {
        Reason what = *why;
        if (u->unknown)
            reason_set(why, "%.200s (%s%.100s: or it does not matter, and was simplified away)", what.text,
                       u->func ? "in " : "global variables", line.func);
        return false;
    }
    if (line.line && !line_is_there(p, &line, u->func)) {
        reason_set(why, "no statement of %.100s that can matter is in line %u", line.func, line.line);
        return false;
    }
    if (!u->func)
        follow_in(u, &line, out);
    for (uint32_t copy = 0; u->func && (!copy || copy < p->inlined.count); copy++) {
        u->copy = copy;
        if (func_of_copy(p, copy) == u->func)
            follow_in(u, &line, out);
    }
    return true;
}

bool user_predicates_read(const char *path, const Program *p, VecFollowed *out, Reason *why) {
    Arena *arena = arena_new();
    User u = { .p = p };
    Reason what;
    char *rest = file_read(path, LARGEST_FILE, arena, NULL, why);
    bool good = rest != NULL;
    for (uint32_t number = 1; good && *rest; number++) {
        char *line = rest, *end = strchr(rest, '\n');
        rest = end ? end + 1 : rest + strlen(rest);
        if (end)
            *end = 0;
        line[strcspn(line, "#")] = 0;
        if (!*trim(line))
            continue;
        good = read_line(&u, line, out, &what);
        if (!good)
            reason_set(why, "%s:%u: %s", path, number, what.text);
    }
    for (uint32_t i = 0; i < u.flows.count; i++)
        free(u.flows.at[i].at);
    vec_free(&u.flows);
    arena_free(arena);
    return good;
}
