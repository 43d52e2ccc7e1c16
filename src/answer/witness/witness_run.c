#include "answer/witness/witness_run.h"
#include "answer/story/source.h"
#include "program/edit.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>

// ---- constraints ----
typedef enum Comparison { IS, IS_NOT, LESS, AT_MOST, MORE, AT_LEAST } Comparison;

static const char *skip(const char *text) {
    while (isspace((unsigned char)*text) || *text == '(' || *text == ')')
        text++;
    return text;
}

static bool read_comparison(const char **at, Comparison *op) {
    static const struct {
        const char *text;
        Comparison op;
    } signs[] = { { "==", IS }, { "!=", IS_NOT }, { "<=", AT_MOST }, { ">=", AT_LEAST }, { "<", LESS }, { ">", MORE } };
    for (size_t i = 0; i < COUNT(signs); i++)
        if (!strncmp(*at, signs[i].text, strlen(signs[i].text))) {
            *op = signs[i].op;
            *at += strlen(signs[i].text);
            return true;
        }
    return false;
}

// Nothing may follow but suffixes of numbers and brackets.
static bool is_end(const char *at) {
    while (*at && strchr("uUlLfF) ", *at))
        at++;
    return !*at;
}

// Decimal, octal, hexadecimal, or a character; the smallest numbers are (-2147483647 - 1) and the like.
static bool read_integer(const char *text, uint64_t *bits) {
    bool negative = *text == '-';
    char *end;
    if (negative)
        text = skip(text + 1);
    if (*text == '\'' && text[1] && text[1] != '\\' && text[2] == '\'') {
        *bits = negative ? -(uint64_t)text[1] : (uint64_t)text[1];
        return is_end(text + 3);
    }
    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *bits = strtoull(text, &end, 0);
    if (negative)
        *bits = -*bits;
    while (*end && strchr("uUlL", *end))
        end++;
    const char *rest = skip(end);
    if (negative && *rest == '-' && *skip(rest + 1) == '1') {
        *bits -= 1;
        rest = skip(rest + 1) + 1;
    }
    return !errno && is_end(rest);
}

// "NAME OP NUMBER"
typedef struct Constraint {
    const char *name;
    Comparison op;
    uint64_t bits;
    long double real; // of a float
} Constraint;

static bool read_constraint(const char *text, ValueType type, Arena *arena, Constraint *c) {
    const char *at = skip(text), *start = at;
    char *end;
    if (*at == '\\')
        at++;
    while (isalnum((unsigned char)*at) || *at == '_')
        at++;
    c->name = arena_strndup(arena, start, (size_t)(at - start));
    at = skip(at);
    if (!*c->name || !read_comparison(&at, &c->op))
        return false;
    at = skip(at);
    if (type.kind == SORT_FLOAT) {
        c->real = strtold(at, &end);
        return end != at && is_end(end) && isfinite(c->real);
    }
    return (type.kind == SORT_BV || type.kind == SORT_BOOL) && type.width <= 64 && read_integer(at, &c->bits);
}

static Value float_value(long double x, ValueType type) {
    assert(type.kind == SORT_FLOAT);
    Terms *t = terms_new();
    Value v = value_from_float(x, value_sort(t, type), t);
    terms_free(t);
    return v;
}

static uint64_t low_bits(uint64_t bits, uint32_t width) {
    assert(width);
    return width >= 64 ? bits : bits & (((uint64_t)1 << width) - 1);
}

bool waypoint_value(const char *constraint, ValueType type, Arena *arena, const char **name, Value *value) {
    Constraint c = { 0 };
    *value = (Value){ 0 };
    if (!read_constraint(constraint, type, arena, &c))
        return false;
    *name = c.name;
    if (type.kind == SORT_FLOAT) {
        *value = float_value(c.real, type);
        return c.op == IS;
    }
    // next to the bound
    uint64_t bits = c.op == LESS ? c.bits - 1 : c.op == MORE || c.op == IS_NOT ? c.bits + 1 : c.bits;
    value->lo = low_bits(bits, type.width);
    return true;
}

bool waypoint_holds(const char *constraint, const TraceInput *input, bool is_unsigned, Arena *arena) {
    Constraint c = { 0 };
    ValueType type = input->type;
    if (!read_constraint(constraint, type, arena, &c) || strcmp(c.name, "\\result") != 0)
        return false;
    if (type.kind == SORT_FLOAT) {
        Value v = float_value(c.real, type);
        return c.op == IS && v.lo == input->value.lo && v.hi == input->value.hi;
    }
    uint64_t x = low_bits(input->value.lo, type.width), y = low_bits(c.bits, type.width);
    uint64_t sign = is_unsigned ? 0 : (uint64_t)1 << (type.width - 1);
    bool less = (x ^ sign) < (y ^ sign);
    switch (c.op) {
    case IS:
        return x == y;
    case IS_NOT:
        return x != y;
    case LESS:
        return less;
    case AT_MOST:
        return less || x == y;
    case MORE:
        return !less && x != y;
    case AT_LEAST:
        return !less;
    }
    return false;
}

// ---- steering ----
typedef struct Steer {
    const Program *p;
    const Witness *w;
    Arena *arena;
    VEC(Source) sources;
    uint8_t *used; // per waypoint
    uint32_t next; // the first that may still be passed
} Steer;

static const char *function_of(const Program *p, EdgeId e) {
    const Loc *loc = &p->locs.at[p->edges.at[e].from];
    FuncId f = loc->inlined ? p->inlined.at[loc->inlined].callee : loc->func;
    return f ? program_text(p, p->funcs.at[f].name) : "";
}

// Where the compiler's position is in the given files; *call_end: the ')' of the call there.
static bool place_of(const Steer *s, SrcPos pos, const Source **source, uint32_t *offset) {
    const char *file = pos.file ? program_text(s->p, s->p->files.at[pos.file]) : "";
    for (uint32_t i = 0; pos.line && i < s->sources.count; i++) {
        *source = &s->sources.at[i];
        *offset = source_find(*source, file, pos.line, pos.column ? pos.column : 1, NULL);
        if (*offset != NOWHERE)
            return true;
    }
    return false;
}

static bool is_at(const WitnessPlace *at, const Source *source, uint32_t offset) {
    assert(at->file && offset <= source->length);
    Place place = source_place(source, offset);
    return at->line == place.line && (!at->column || at->column == place.column) && same_file(source->path, at->file);
}

// The result of the call at the edge: by the next function_return, if that is the one.
static bool by_return(Steer *s, EdgeId edge, ValueType type, Value *value) {
    const Source *source;
    uint32_t offset;
    const char *name;
    uint32_t i = s->next;
    while (i < s->w->waypoints.count &&
           (s->used[i] || s->w->waypoints.at[i].avoid || s->w->waypoints.at[i].type != WAYPOINT_FUNCTION_RETURN))
        i++;
    if (i == s->w->waypoints.count || !place_of(s, s->p->edges.at[edge].pos, &source, &offset))
        return false;
    const Waypoint *w = &s->w->waypoints.at[i];
    uint32_t end = source_call_end(source, offset);
    if (!w->constraint || !is_at(&w->at, source, end == NOWHERE || !w->at.column ? offset : end))
        return false;
    if (!waypoint_value(w->constraint, type, s->arena, &name, value) || strcmp(name, "\\result") != 0)
        return false;
    s->used[i] = 1;
    s->next = i + 1;
    return true;
}

// x == c at a statement not before the input, in the same function.
static bool by_assumption(Steer *s, EdgeId edge, ValueType type, Value *value) {
    assert(s->p->edges.at[edge].cmd.kind == CMD_INPUT);
    const Edge *e = &s->p->edges.at[edge];
    const Var *var = &s->p->vars.at[e->cmd.var];
    const char *name, *function = function_of(s->p, edge);
    const Source *source;
    uint32_t offset;
    if (!var->c_name.id || !place_of(s, e->pos, &source, &offset))
        return false;
    bool unassigned = e->cmd.input == INPUT_UNINIT;
    Place here = source_place(source, offset);
    for (uint32_t i = unassigned ? 0 : s->next; i < s->w->waypoints.count; i++) {
        const Waypoint *w = &s->w->waypoints.at[i];
        if (!unassigned && w->type == WAYPOINT_FUNCTION_RETURN && !w->avoid)
            return false; // the next to be passed is something else
        if (s->used[i] || w->avoid || w->type != WAYPOINT_ASSUMPTION ||
            (w->at.function && strcmp(w->at.function, function) != 0))
            continue;
        if (!waypoint_value(w->constraint, type, s->arena, &name, value) ||
            strcmp(name, program_text(s->p, var->c_name)) != 0 || (!unassigned && w->at.line < here.line))
            continue;
        s->used[i] = 1;
        return true;
    }
    *value = (Value){ 0 };
    return false;
}

static bool choose(void *context, EdgeId edge, ValueType type, Value *value) {
    Steer *s = context;
    if (!edge)
        return false;
    bool unassigned = s->p->edges.at[edge].cmd.input == INPUT_UNINIT;
    if (!unassigned && by_return(s, edge, type, value))
        return true;
    return by_assumption(s, edge, type, value);
}

// ---- the end of the run ----
static void describe(const Waypoint *w, const char *what, Reason *out) {
    assert(*what && w->at.file);
    reason_set(out, "%s: %s at %.150s:%u:%u%s%.100s", what, waypoint_text(w->type), w->at.file, w->at.line,
               w->at.column, w->constraint ? ", " : "", w->constraint ? w->constraint : "");
}

static bool is_target(const Steer *s, const Input *input, const Waypoint *target, SrcPos pos) {
    const Source *source;
    uint32_t offset;
    if (!place_of(s, pos, &source, &offset))
        return target->at.line == pos.line && (!target->at.column || target->at.column == pos.column);
    if (input->frontend.events.overflow) {
        uint32_t start = source_expression_start(source, offset);
        if (start != NOWHERE && is_at(&target->at, source, start))
            return true;
    }
    return is_at(&target->at, source, offset);
}

// A data race is at two places, in either order.
static bool at_target(const Steer *s, const Input *input, const RunResult *r) {
    uint32_t n = s->w->waypoints.count;
    assert(n);
    const Waypoint *target = &s->w->waypoints.at[n - 1];
    const Waypoint *other = n > 1 && target[-1].segment == target->segment && !target[-1].avoid ? target - 1 : NULL;
    if (!r->race.of[0].edge)
        return !other && is_target(s, input, target, r->pos);
    SrcPos one = s->p->edges.at[r->race.of[0].edge].pos, two = s->p->edges.at[r->race.of[1].edge].pos;
    if (!other)
        return is_target(s, input, target, one) || is_target(s, input, target, two);
    return (is_target(s, input, other, one) && is_target(s, input, target, two)) ||
           (is_target(s, input, other, two) && is_target(s, input, target, one));
}

static bool returns_unsigned(const char *name) {
    static const char prefix[] = "__VERIFIER_nondet_";
    size_t n = sizeof prefix - 1;
    return !strncmp(name, prefix, n) && (name[n] == 'u' || !strncmp(name + n, "size", 4));
}

static uint32_t next_return(const Steer *s, uint32_t i) {
    while (i < s->w->waypoints.count &&
           (s->w->waypoints.at[i].avoid || s->w->waypoints.at[i].type != WAYPOINT_FUNCTION_RETURN))
        i++;
    return i;
}

// The first function_return that the run does not pass; the number of waypoints: it passes all.
static uint32_t first_missed(const Steer *s, const RunResult *r) {
    const Trace *t = &r->trace;
    const Source *source;
    uint32_t i = next_return(s, 0), on_path = 0, offset;
    for (uint32_t k = 0; k < r->path.count; k++)
        on_path += s->p->edges.at[r->path.at[k]].cmd.kind == CMD_INPUT;
    if (on_path > t->inputs.count)
        return i;
    uint32_t input = t->inputs.count - on_path; // before: arguments of the entry function
    for (uint32_t k = 0; k < r->path.count && i < s->w->waypoints.count; k++) {
        const Edge *e = &s->p->edges.at[r->path.at[k]];
        if (e->cmd.kind != CMD_INPUT)
            continue;
        const TraceInput *in = &t->inputs.at[input++];
        const Waypoint *w = &s->w->waypoints.at[i];
        if (e->cmd.input == INPUT_UNINIT || !place_of(s, e->pos, &source, &offset))
            continue;
        uint32_t end = source_call_end(source, offset);
        bool here = is_at(&w->at, source, end == NOWHERE || !w->at.column ? offset : end);
        if (here && (!w->constraint ||
                     waypoint_holds(w->constraint, in, returns_unsigned(name_text(t->names, in->name)), s->arena)))
            i = next_return(s, i + 1);
    }
    return i;
}

static void judge(const Steer *s, const Input *input, WitnessRun *result) {
    const RunResult *r = &result->run;
    uint32_t missed = first_missed(s, r);
    const Waypoint *open = missed < s->w->waypoints.count ? &s->w->waypoints.at[missed] : NULL;
    result->unused = 0;
    for (uint32_t i = 0; i + 1 < s->w->waypoints.count; i++) {
        const Waypoint *w = &s->w->waypoints.at[i];
        result->unused += (w->type != WAYPOINT_FUNCTION_RETURN || w->avoid) && !s->used[i];
    }
    result->reached = r->end == RUN_ERROR && !open && at_target(s, input, r);
    if (open)
        describe(open, "this waypoint is not passed", &result->missed);
    else if (r->end == RUN_ERROR)
        describe(&vec_last(&s->w->waypoints), "the error is reached elsewhere than at the target", &result->missed);
    else
        describe(&vec_last(&s->w->waypoints), run_end_text(r->end), &result->missed);
}

// ---- all runs along the witness ----
// The input 'x' fulfils the constraint, as far as terms tell: what is left open is judged on the run.
static Term fulfils(const Steer *s, const Waypoint *w, Term x, bool is_unsigned) {
    Terms *t = s->p->terms;
    Constraint c = { 0 };
    Sort sort = term_sort(t, x);
    if (!w->constraint || sort_kind(t, sort) != SORT_BV)
        return term_true(t);
    if (!read_constraint(w->constraint, value_type(t, sort), s->arena, &c) || strcmp(c.name, "\\result") != 0)
        return term_false(t);
    Term y = term_bv(t, low_bits(c.bits, sort_width(t, sort)), sort_width(t, sort));
    Op less = is_unsigned ? OP_BV_ULT : OP_BV_SLT;
    switch (c.op) {
    case IS:
        return term_eq(t, x, y);
    case IS_NOT:
        return term_not(t, term_eq(t, x, y));
    case LESS:
        return term_2(t, less, x, y);
    case AT_MOST:
        return term_not(t, term_2(t, less, y, x));
    case MORE:
        return term_2(t, less, y, x);
    case AT_LEAST:
        return term_not(t, term_2(t, less, x, y));
    }
    return term_true(t);
}

// The command of the edge, an input, is followed by a step that counts it if it is the next function_return.
static void count_passing(const Steer *s, Program *q, EdgeId e, VarId passed) {
    Terms *t = q->terms;
    const Source *source;
    uint32_t offset, n = 0;
    Edge edge = q->edges.at[e];
    if (edge.cmd.input == INPUT_UNINIT || !edge.cmd.var || !place_of(s, edge.pos, &source, &offset))
        return;
    uint32_t end = source_call_end(source, offset);
    bool is_unsigned = returns_unsigned(program_text(q, edge.cmd.text));
    Term counter = var_term(q, passed), hit = term_false(t), x = var_term(q, edge.cmd.var);
    for (uint32_t i = next_return(s, 0); i < s->w->waypoints.count; i = next_return(s, i + 1), n++) {
        const Waypoint *w = &s->w->waypoints.at[i];
        if (!is_at(&w->at, source, end == NOWHERE || !w->at.column ? offset : end))
            continue;
        Term now = term_eq(t, counter, term_bv(t, n, 32));
        hit = term_or(t, hit, term_and(t, now, fulfils(s, w, x, is_unsigned)));
    }
    LocId between = program_loc(q, q->locs.at[edge.from].func, edge.pos);
    Term next = term_2(t, OP_BV_ADD, counter, term_bv(t, 1, 32));
    q->locs.at[between].inlined = q->locs.at[edge.to].inlined;
    q->edges.at[e].to = between;
    program_edge(q, between, edge.to, edge.pos, cmd_assign(q, passed, term_ite(t, hit, next, counter)));
}

// An error before all were passed ends the run.
static void guard_error(Program *q, EdgeId e, Term all) {
    LocId from = q->edges.at[e].from, guarded = program_loc(q, q->locs.at[from].func, q->edges.at[e].pos);
    SrcPos pos = q->edges.at[e].pos;
    q->locs.at[guarded].inlined = q->locs.at[from].inlined;
    edge_set_source(q, e, guarded);
    program_edge(q, from, guarded, pos, cmd_assume(all));
    program_edge(q, from, q->stop, pos, cmd_assume(term_not(q->terms, all)));
}

static void narrow(const Steer *s, Program *q) {
    Terms *t = q->terms;
    VarId passed = program_var(q, 0, "passed", sort_bv(t, 32), VAR_GLOBAL);
    uint32_t n = 0;
    for (uint32_t i = next_return(s, 0); i < s->w->waypoints.count; i = next_return(s, i + 1))
        n++;
    Term all = term_eq(t, var_term(q, passed), term_bv(t, n, 32));
    for (EdgeId e = 1, count = q->edges.count; e < count; e++) {
        if (q->edges.at[e].from && q->edges.at[e].cmd.kind == CMD_INPUT)
            count_passing(s, q, e, passed);
        if (q->edges.at[e].from && q->edges.at[e].cmd.kind == CMD_ERROR)
            guard_error(q, e, all);
    }
    Function *entry = &q->funcs.at[q->entry];
    LocId start = program_loc(q, q->entry, entry->pos);
    program_edge(q, start, entry->entry, entry->pos, cmd_assign(q, passed, term_bv(t, 0, 32)));
    entry->entry = start;
}

enum { MOST_STEPS = 200000000, LONGEST_PATH = 1 << 22 };

static bool start(Steer *s, const Input *input, Reason *why) {
    s->used = base_alloc(s->w->waypoints.count);
    for (uint32_t i = 0; i < input->frontend.files.count; i++)
        if (!source_read(vec_add(&s->sources), input->frontend.files.at[i].path, s->arena, why))
            return false;
    return true;
}

static void finish(Steer *s) {
    for (uint32_t i = 0; i < s->sources.count; i++)
        source_free(&s->sources.at[i]);
    vec_free(&s->sources);
    free(s->used);
}

bool witness_run(const Program *p, const Input *input, const Witness *w, Arena *arena, WitnessRun *result,
                 Reason *why) {
    Steer s = { .p = p, .w = w, .arena = arena };
    *result = (WitnessRun){ 0 };
    bool good = start(&s, input, why);
    if (good) {
        RunOptions o = run_options();
        o.choose = choose;
        o.choose_context = &s;
        o.check_choices = true;
        o.max_steps = MOST_STEPS;
        o.max_path = LONGEST_PATH;
        interpret(p, &o, &result->run);
        judge(&s, input, result);
    }
    finish(&s);
    return good;
}

bool witness_narrow(Program *q, const Input *input, const Witness *w, Arena *arena, Reason *why) {
    Steer s = { .p = q, .w = w, .arena = arena };
    bool good = start(&s, input, why);
    if (good)
        narrow(&s, q);
    finish(&s);
    return good;
}

bool witness_follows(const Program *p, const Input *input, const Witness *w, Arena *arena, WitnessRun *result,
                     Reason *why) {
    Steer s = { .p = p, .w = w, .arena = arena };
    bool good = start(&s, input, why);
    if (good)
        judge(&s, input, result);
    finish(&s);
    return good && result->reached;
}
