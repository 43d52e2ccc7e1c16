// naming.c - names of values
#include "answer/story/naming.h"
#include "answer/run/arguments.h"
#include "answer/story/story_place.h"
#include "program/edit.h"
#include <ctype.h>

enum { LARGEST_CONDITION = 60, DEEPEST = 30, MOST_VISITS = 300 };

typedef struct Called { // a C variable was bound to a value
    uint64_t variable;  // which: activation, copy, name
    Name c_name, c_type;
    uint32_t inlined, previous; // the one before of the same value
    uint32_t step;
} Called;

typedef struct Cell {
    uint64_t address, bytes;
} Cell;

struct Naming {
    const Program *p;
    Arena *arena;
    uint32_t *first_binding, *next_binding; // by LocId, by index
    uint32_t steps;
    VEC(Called) called; // element 0 is unused
    Map of_value;       // (activation, term) -> the last of 'called'
    Map of_variable;    // -> the last of 'called'
    Map assigned;       // (activation, variable) -> step
    VEC(Cell) cells;    // element 0 is unused
    Map loaded;         // (activation, variable) -> cell it was loaded from
    Map defined;        // (activation, variable without name) -> term assigned last
    Map told;           // line of an allocation -> how many of its objects were named
    Map ordinals;       // (line, address) -> which of them
    Map origin;         // (activation, variable) -> edge that gave it: INPUT, CALL
    uint8_t *has_name;  // by VarId: the user has a name for it, not only a model of the library
};

Naming *naming_new(const Program *p) {
    Naming *n = base_alloc(sizeof *n);
    n->p = p;
    n->arena = arena_new();
    n->first_binding = base_alloc(p->locs.count * sizeof *n->first_binding);
    n->next_binding = base_alloc((p->bindings.count + 1) * sizeof *n->next_binding);
    for (uint32_t i = p->bindings.count; i-- > 1;) {
        LocId loc = p->bindings.at[i].loc;
        n->next_binding[i] = n->first_binding[loc];
        n->first_binding[loc] = i;
    }
    vec_resize(&n->called, 1);
    vec_resize(&n->cells, 1);
    n->has_name = base_alloc(p->vars.count);
    for (VarId v = 1; v < p->vars.count; v++)
        n->has_name[v] = p->vars.at[v].c_name.id && !story_is_of_model(p, p->vars.at[v].pos);
    return n;
}

void naming_free(Naming *n) {
    free(n->first_binding);
    free(n->next_binding);
    free(n->has_name);
    vec_free(&n->called);
    vec_free(&n->cells);
    map_free(&n->of_value);
    map_free(&n->of_variable);
    map_free(&n->assigned);
    map_free(&n->loaded);
    map_free(&n->defined);
    map_free(&n->origin);
    map_free(&n->told);
    map_free(&n->ordinals);
    arena_free(n->arena);
    free(n);
}

uint32_t naming_first_binding(const Naming *n, LocId loc) {
    assert(loc && loc < n->p->locs.count);
    return n->first_binding[loc];
}

uint32_t naming_next_binding(const Naming *n, uint32_t binding) {
    assert(binding && binding < n->p->bindings.count);
    return n->next_binding[binding];
}

// ---- following ----
static uint64_t var_key(const Naming *n, uint32_t activation, VarId v) {
    assert(v && v < n->p->vars.count);
    return (uint64_t)(n->p->vars.at[v].func ? activation : 0) << 32 | v;
}

static uint64_t value_key(uint32_t activation, Term a) {
    assert(a.id);
    return (uint64_t)activation << 32 | a.id;
}

void naming_before(Naming *n, RunView *view, EdgeId e, Scope scope) {
    assert(scope.activation && scope.inlined < n->p->inlined.count);
    const Cmd *cmd = &n->p->edges.at[e].cmd;
    uint64_t at[3];
    if (cmd->kind != CMD_LOAD)
        return;
    run_view_operands(view, e, at);
    uint64_t key = var_key(n, scope.activation, cmd->var);
    uint32_t cell = map_find(&n->loaded, key);
    if (!cell) {
        vec_push(&n->cells, (Cell){ 0 });
        cell = n->cells.count - 1;
        map_put(&n->loaded, key, cell);
    }
    n->cells.at[cell] = (Cell){ at[0], cmd->bytes };
}

static void bind(Naming *n, const Binding *b, uint32_t inlined, uint32_t activation) {
    struct {
        uint32_t activation, inlined, name, line;
    } variable = { activation, inlined, b->c_name.id, b->decl.line };
    Called c = { .c_name = b->c_name, .c_type = b->c_type, .inlined = inlined, .step = n->steps };
    c.variable = hash_bytes(&variable, sizeof variable, 1);
    if (!b->value.id) {
        map_put(&n->of_variable, c.variable, 0);
        return;
    }
    uint64_t key = value_key(activation, b->value);
    c.previous = map_find(&n->of_value, key);
    uint32_t last = map_find(&n->of_variable, c.variable);
    if (last && last == c.previous) { // said before
        n->called.at[last].step = n->steps;
        return;
    }
    vec_push(&n->called, c);
    map_put(&n->of_value, key, n->called.count - 1);
    map_put(&n->of_variable, c.variable, n->called.count - 1);
}

void naming_after(Naming *n, EdgeId e, Scope scope, LocId loc, uint32_t activation) {
    const Cmd *cmd = &n->p->edges.at[e].cmd;
    const VarId *vars;
    uint32_t written = cmd_writes(cmd, &vars);
    n->steps++;
    for (uint32_t i = 0; i < written; i++) {
        uint64_t key = var_key(n, scope.activation, vars[i]);
        map_put(&n->assigned, key, n->steps);
        if (cmd->kind == CMD_ASSIGN && !n->has_name[vars[i]])
            map_put(&n->defined, key, cmd->terms[i].id);
        if (cmd->kind == CMD_INPUT || cmd->kind == CMD_CALL)
            map_put(&n->origin, key, e);
    }
    for (uint32_t i = n->first_binding[loc]; i; i = n->next_binding[i])
        if (!story_is_of_model(n->p, n->p->bindings.at[i].decl))
            bind(n, &n->p->bindings.at[i], n->p->locs.at[loc].inlined, activation);
}

// ---- values ----
static bool is_unsigned(const char *type) {
    static const char *const words[] = { "unsigned", "uint", "size_t", "uintptr", "u8",     "u16",   "u32",
                                         "u64",      "__u",  "ulong",  "uchar",   "ushort", "_Bool", "bool" };
    if (!strncmp(type, "const ", 6))
        type += 6;
    for (size_t i = 0; i < COUNT(words); i++)
        if (!strncmp(type, words[i], strlen(words[i])))
            return true;
    return false;
}

static bool is_pointer(const char *type) {
    return *type && type[strlen(type) - 1] == '*';
}

// A type of integers, as far as its name tells.
static bool is_integer(const char *type) {
    static const char *const words[] = { "int", "long", "short", "char", "signed", "s8", "s16", "s32", "s64" };
    for (size_t i = 0; i < COUNT(words); i++)
        if (!strncmp(type, words[i], strlen(words[i])))
            return true;
    return is_unsigned(type);
}

// The type of a pointer may be hidden behind a typedef, or not known: then the value tells.
static bool may_be_pointer(RunView *view, const char *type, Value v) {
    RunObject o;
    return is_pointer(type) || (!is_integer(type) && run_view_outside(view, v.lo)) ||
           (!is_integer(type) && v.lo > 0xFFFF && run_view_object(view, v.lo, &o) && o.live);
}

// The number of an object among the named objects of one line.
static uint32_t ordinal(Naming *n, const RunObject *o) {
    assert(o->site);
    SrcPos pos = n->p->objects.at[o->site].pos;
    uint64_t line = story_is_of_model(n->p, pos) ? 0 : (uint64_t)pos.file << 32 | pos.line, key[2] = { line, o->base };
    uint64_t at = hash_bytes(key, sizeof key, 2);
    uint32_t number = map_find(&n->ordinals, at);
    if (!number) {
        number = map_find(&n->told, line) + 1;
        map_put(&n->told, line, number);
        map_put(&n->ordinals, at, number);
    }
    return number;
}

// Which of the objects that main was given: 0 the array, 1 argv[0], 2 argv[1] ...; NOT_GIVEN: it is another one.
static const uint32_t NOT_GIVEN = UINT32_MAX;
static uint32_t given(const Naming *n, const RunObject *o) {
    uint32_t array = argument_object(n->p, 0) - 1;
    return story_is_of_start(n->p, n->p->objects.at[o->site].pos) && o->number >= array ? o->number - array : NOT_GIVEN;
}

// A string literal that is short and can be printed is told by what it says.
static bool is_plain_literal(const Program *p, const Object *o) {
    enum { LONGEST = 20 };
    if (!o->constant || o->c_name.id || strncmp(program_text(p, o->name), ".str", 4) != 0 || !o->init ||
        o->size > LONGEST || o->init[o->size - 1])
        return false;
    for (uint64_t i = 0; i + 1 < o->size; i++)
        if (!isprint(o->init[i]) || o->init[i] == '"' || o->init[i] == '\\')
            return false;
    return true;
}

// 'address' says: its address, not what is in it.
static void add_object(Naming *n, const RunObject *o, bool address, Text *out) {
    const Object *object = &n->p->objects.at[o->site];
    uint32_t argument = given(n, o), which = 1;
    if (argument != NOT_GIVEN) {
        text_add(out, argument ? "argv[%u]" : "argv", argument - 1);
        return;
    }
    if (is_plain_literal(n->p, object)) {
        text_add(out, "\"%s\"", (const char *)object->init);
        return;
    }
    text_add(out, "%s", address ? "&" : "");
    if (object->kind == OBJ_HEAP) { // by the line that allocated it
        which = ordinal(n, o);
        if (story_is_of_model(n->p, object->pos))
            text_add(out, "heap@library");
        else
            text_add(out, "heap@%u", object->pos.line);
    } else {
        text_add(out, "%s", program_text(n->p, object->c_name.id ? object->c_name : object->name));
    }
    if (which > 1)
        text_add(out, "#%u", which);
}

static void add_outside(uint64_t address, Text *out) {
    assert(in_environment(address, 1));
    text_add(out, "environment+0x%llx", (unsigned long long)(address - ENVIRONMENT_BASE));
}

static void add_address(Naming *n, RunView *view, uint64_t address, Text *out) {
    RunObject o;
    if (!address) {
        text_add(out, "NULL");
    } else if (in_environment(address, 1)) {
        add_outside(address, out);
    } else if (!run_view_object(view, address, &o)) {
        text_add(out, "0x%llx", (unsigned long long)address);
    } else {
        add_object(n, &o, true, out);
        if (address != o.base)
            text_add(out, "+%llu", (unsigned long long)(address - o.base));
    }
}

static void add_float(const Naming *n, Sort s, Value v, Text *out) {
    long double x = value_to_float(v, s, n->p->terms);
    text_add(out, "%.*Lg", value_digits(x, sort_width(n->p->terms, s)), x);
}

void naming_value(Naming *n, RunView *view, Sort s, const char *c_type, bool pointer, Value v, Text *out) {
    ValueType type = value_type(n->p->terms, s);
    if (type.kind == SORT_FLOAT)
        add_float(n, s, v, out);
    else if (type.kind == SORT_BOOL)
        text_add(out, "%d", v.lo != 0);
    else if (type.width == n->p->pointer_bits && (pointer || may_be_pointer(view, c_type, v)))
        add_address(n, view, v.lo, out);
    else if (type.width <= 64 && is_unsigned(c_type))
        text_add(out, "%llu", (unsigned long long)v.lo);
    else
        value_print(type, v, out);
    if (type.kind == SORT_BV && type.width == 8 && strstr(c_type, "char") && isprint((int)v.lo))
        text_add(out, " '%s%c'", v.lo == '\'' || v.lo == '\\' ? "\\" : "", (int)v.lo);
}

bool naming_cell(Naming *n, RunView *view, uint64_t address, uint64_t bytes, Text *out) {
    RunObject o;
    if (in_environment(address, bytes)) {
        add_outside(address, out);
        return true;
    }
    if (!run_view_object(view, address, &o) || !o.live)
        return false;
    uint64_t offset = address - o.base;
    const Object *object = &n->p->objects.at[o.site];
    const char *type = program_text(n->p, object->c_type);
    bool struct_like = !strncmp(type, "struct", 6) || !strncmp(type, "union", 5) ||
                       (object->kind == OBJ_HEAP && given(n, &o) == NOT_GIVEN);
    add_object(n, &o, false, out);
    if (o.size == bytes && !offset)
        return true;
    if (!struct_like && bytes && offset % bytes == 0)
        text_add(out, "[%llu]", (unsigned long long)(offset / bytes));
    else
        text_add(out, "+%llu", (unsigned long long)offset);
    return true;
}

// ---- names ----
typedef struct Named { // what the user calls a value
    Term value;
    const char *name, *c_type;
    bool pointer;
} Named;

// Has a variable of the value changed since it got the name?
static bool is_stale(const Naming *n, uint32_t activation, Term value, uint32_t step) {
    VecTerm vars = { 0 };
    bool stale = false;
    term_vars(n->p->terms, value, &vars);
    for (uint32_t i = 0; i < vars.count && !stale; i++) {
        VarId v = program_var_of(n->p, vars.at[i]);
        stale = v && map_find(&n->assigned, var_key(n, activation, v)) > step;
    }
    vec_free(&vars);
    return stale;
}

static const Called *called_in(const Naming *n, Scope scope, Term value) {
    for (uint32_t i = map_find(&n->of_value, value_key(scope.activation, value)); i; i = n->called.at[i].previous) {
        const Called *c = &n->called.at[i];
        if (c->inlined == scope.inlined && map_find(&n->of_variable, c->variable) == i &&
            !is_stale(n, scope.activation, value, c->step))
            return c;
    }
    return NULL;
}

// A name that a binding gave: in the present function, else in those it is inlined into.
static bool name_by_binding(const Naming *n, Scope scope, Term value, Named *out) {
    for (;; scope.inlined = n->p->inlined.at[scope.inlined].parent) {
        const Called *c = called_in(n, scope, value);
        if (c) {
            const char *type = program_text(n->p, c->c_type);
            *out = (Named){ value, program_text(n->p, c->c_name), type, is_pointer(type) };
            return true;
        }
        if (!scope.inlined)
            return false;
    }
}

static bool name_of_origin(Naming *n, Scope scope, VarId v, Named *out) {
    EdgeId e = map_find(&n->origin, var_key(n, scope.activation, v));
    const Cmd *cmd = &n->p->edges.at[e].cmd;
    const char *function = NULL;
    if (e && cmd->kind == CMD_INPUT && cmd->input != INPUT_UNINIT)
        function = program_text(n->p, cmd->text);
    else if (e && cmd->kind == CMD_CALL && cmd->callee)
        function = program_text(n->p, n->p->funcs.at[cmd->callee].name);
    if (!function || !*function || strchr(function, ' '))
        return false;
    out->name = arena_printf(n->arena, "%s()", function);
    return true;
}

static bool name_of_var(Naming *n, RunView *view, Scope scope, VarId v, Named *out) {
    const Var *var = &n->p->vars.at[v];
    *out = (Named){ var->term, NULL, program_text(n->p, var->c_type), var->pointer };
    uint32_t cell = map_find(&n->loaded, var_key(n, scope.activation, v));
    if (n->has_name[v]) {
        out->name = program_text(n->p, var->c_name);
    } else if (cell) {
        Text text = { 0 };
        if (naming_cell(n, view, n->cells.at[cell].address, n->cells.at[cell].bytes, &text))
            out->name = arena_strdup(n->arena, text.at);
        vec_free(&text);
    } else if (var->kind == VAR_ADDRESS && var->object) {
        out->name = arena_printf(n->arena, "&%s", program_text(n->p, n->p->objects.at[var->object].name));
    }
    return out->name || name_of_origin(n, scope, v, out);
}

bool naming_assignment(Naming *n, RunView *view, VarId v, Text *out) {
    assert(v && v < n->p->vars.count);
    const Var *var = &n->p->vars.at[v];
    Value value;
    if (!n->has_name[v] || !run_view_value(view, var->term, &value))
        return false;
    text_add(out, "%s = ", program_text(n->p, var->c_name));
    naming_value(n, view, var->sort, program_text(n->p, var->c_type), var->pointer, value, out);
    return true;
}

// ---- conditions ----
// Parts that have a name are replaced by variables "\1INDEX.SORT\1", which are printed as these names.
typedef struct Rename {
    Naming *n;
    RunView *view;
    Scope scope;
    VEC(Named) names;
    uint32_t visits; // of parts; shared ones count each time
} Rename;

static Term placeholder(Rename *r, const Named *named) {
    assert(named->name && *named->name && named->value.id);
    Terms *t = r->n->p->terms;
    Sort s = term_sort(t, named->value);
    char name[40];
    uint32_t i = 0;
    while (i < r->names.count && !term_same(r->names.at[i].value, named->value))
        i++;
    if (i == r->names.count)
        vec_push(&r->names, *named);
    snprintf(name, sizeof name, "\1%u.%u\1", i, s.id);
    return term_var(t, name, s);
}

// No term: some part has no name.
static Term rename_parts(Rename *r, Term a, uint32_t depth) {
    Terms *t = r->n->p->terms;
    Named named;
    Term args[16];
    uint32_t n = term_arity(t, a);
    if (term_is_const(t, a))
        return a;
    if (r->visits++ > MOST_VISITS)
        return (Term){ 0 };
    if (name_by_binding(r->n, r->scope, a, &named))
        return placeholder(r, &named);
    if (term_op(t, a) == OP_VAR) {
        VarId v = program_var_of(r->n->p, a);
        uint32_t defined = v ? map_find(&r->n->defined, var_key(r->n, r->scope.activation, v)) : 0;
        if (v && name_of_var(r->n, r->view, r->scope, v, &named))
            return placeholder(r, &named);
        return defined && depth < DEEPEST ? rename_parts(r, (Term){ defined }, depth + 1) : (Term){ 0 };
    }
    if (depth == DEEPEST || n > COUNT(args))
        return (Term){ 0 };
    for (uint32_t i = 0; i < n; i++) {
        args[i] = rename_parts(r, term_arg(t, a, i), depth + 1);
        if (!args[i].id)
            return (Term){ 0 };
    }
    return term_build(t, term_op(t, a), term_sort(t, a), n, args, term_imm(t, a, 0), term_imm(t, a, 1));
}

static void add_names(const Rename *r, const char *text, Text *out) {
    for (; *text; text++) {
        if (*text != '\1') {
            text_add(out, "%c", *text);
            continue;
        }
        text_add(out, "%s", r->names.at[strtoul(text + 1, NULL, 10)].name);
        text = strchr(text + 1, '\1');
    }
}

// ---- comparisons, with what is constant on the right ----
typedef struct Comparison {
    const char *sign, *turned, *negated, *negated_turned; // not negated: of floats a comparison may fail both ways
    bool is_unsigned;
} Comparison;

static bool comparison_of(Op op, Comparison *c) {
    switch (op) {
    case OP_EQ:
    case OP_FP_EQ:
        *c = (Comparison){ "==", "==", "!=", "!=", false };
        return true;
    case OP_BV_SLE:
    case OP_BV_ULE:
        *c = (Comparison){ "<=", ">=", ">", "<", op == OP_BV_ULE };
        return true;
    case OP_BV_SLT:
    case OP_BV_ULT:
        *c = (Comparison){ "<", ">", ">=", "<=", op == OP_BV_ULT };
        return true;
    case OP_FP_LE:
        *c = (Comparison){ .sign = "<=", .turned = ">=" };
        return true;
    case OP_FP_LT:
        *c = (Comparison){ .sign = "<", .turned = ">" };
        return true;
    default:
        return false;
    }
}

static bool is_simple(const Terms *t, Term a) {
    return term_op(t, a) == OP_VAR || term_is_const(t, a);
}

// A side of a comparison.  The C type of the other one says how a constant is meant.
static void add_side(const Rename *r, Term a, bool unsigned_side, const char *c_type, Text *out) {
    Terms *t = r->n->p->terms;
    Text text = { 0 };
    uint64_t low = 0, high = 0;
    uint32_t width = term_op(t, a) == OP_BV_CONST ? sort_width(t, term_sort(t, a)) : 0;
    if (width && width <= 64)
        term_bits(t, a, &low, &high);
    if (width == 8 && strstr(c_type, "char") && isprint((int)low)) {
        text_add(&text, "'%s%c'", low == '\'' || low == '\\' ? "\\" : "", (int)low);
    } else if (width && width <= 64 && (unsigned_side || is_unsigned(c_type))) {
        text_add(&text, "%llu", (unsigned long long)low);
    } else {
        term_print_c_side(t, a, &text);
    }
    add_names(r, text.at ? text.at : "", out);
    vec_free(&text);
}

static const char *type_of(const Rename *r, Term a) {
    const char *name = term_op(r->n->p->terms, a) == OP_VAR ? term_name(r->n->p->terms, a) : "";
    return *name == '\1' ? r->names.at[strtoul(name + 1, NULL, 10)].c_type : "";
}

static void add_condition(const Rename *r, Term a, Text *out) {
    Terms *t = r->n->p->terms;
    bool negated = term_op(t, a) == OP_NOT;
    Term inner = negated ? term_arg(t, a, 0) : a;
    Comparison c;
    bool known = comparison_of(term_op(t, inner), &c) && (c.negated || !negated) &&
                 sort_kind(t, term_sort(t, term_arg(t, inner, 0))) != SORT_BOOL;
    if (!known || (c.is_unsigned && !(is_simple(t, term_arg(t, inner, 0)) && is_simple(t, term_arg(t, inner, 1))))) {
        Text text = { 0 };
        term_print_c(t, a, &text);
        add_names(r, text.at, out);
        vec_free(&text);
        return;
    }
    bool turned = term_is_const(t, term_arg(t, inner, 0));
    const char *sign = negated ? (turned ? c.negated_turned : c.negated) : turned ? c.turned : c.sign;
    Term left = term_arg(t, inner, turned), right = term_arg(t, inner, !turned);
    add_side(r, left, c.is_unsigned, "", out);
    text_add(out, " %s ", sign);
    add_side(r, right, c.is_unsigned, type_of(r, left), out);
}

static void add_values(const Rename *r, Text *out) {
    for (uint32_t i = 0; i < r->names.count; i++) {
        const Named *named = &r->names.at[i];
        Value v;
        bool repeated = *named->name == '&';
        for (uint32_t k = 0; k < i && !repeated; k++)
            repeated = !strcmp(r->names.at[k].name, named->name);
        if (repeated || !run_view_value(r->view, named->value, &v))
            continue;
        text_add(out, "%s%s = ", out->count ? ", " : "", named->name);
        naming_value(r->n, r->view, term_sort(r->n->p->terms, named->value), named->c_type, named->pointer, v, out);
    }
}

// Says the condition itself what the only value is?
static bool tells_value(const Terms *t, Term a) {
    return term_op(t, a) == OP_EQ && (term_is_const(t, term_arg(t, a, 0)) || term_is_const(t, term_arg(t, a, 1))) &&
           is_simple(t, term_arg(t, a, 0)) && is_simple(t, term_arg(t, a, 1));
}

bool naming_condition(Naming *n, RunView *view, Scope scope, Term condition, Text *out, Text *values) {
    assert(sort_kind(n->p->terms, term_sort(n->p->terms, condition)) == SORT_BOOL);
    Terms *t = n->p->terms;
    Rename r = { .n = n, .view = view, .scope = scope };
    Term renamed = term_size(t, condition) <= LARGEST_CONDITION ? rename_parts(&r, condition, 0) : (Term){ 0 };
    bool good = renamed.id && !term_is_const(t, renamed);
    if (good)
        add_condition(&r, renamed, out);
    if (!good || !tells_value(t, renamed))
        add_values(&r, values);
    vec_free(&r.names);
    return good;
}
