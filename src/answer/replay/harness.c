#include "answer/replay/harness.h"
#include "answer/run/stdin_text.h"
#include "answer/run/arguments.h"
#include <string.h>

// ---- what the program asks for ----
static bool is_source(const Edge *e, const char *name, const Program *p) {
    return e->from && e->cmd.kind == CMD_INPUT && (e->cmd.input == INPUT_NONDET || e->cmd.input == INPUT_EXTERNAL) &&
           !strcmp(program_text(p, e->cmd.text), name);
}

// A struct comes as several inputs in a row: how many follow 'id' in the same call?
static uint32_t parts_from(const Program *p, EdgeId id) {
    assert(p->edges.at[id].cmd.kind == CMD_INPUT);
    const Edge *first = &p->edges.at[id];
    uint32_t n = 1;
    for (const Edge *e = first;; n++) {
        EdgeId next = p->locs.at[e->to].first_out;
        const Edge *f = &p->edges.at[next];
        if (!next || f->cmd.kind != CMD_INPUT || f->cmd.text.id != first->cmd.text.id ||
            f->pos.line != first->pos.line || f->pos.column != first->pos.column)
            return n;
        e = f;
    }
}

static ValueType type_of_input(const Program *p, EdgeId e) {
    assert(p->edges.at[e].cmd.kind == CMD_INPUT && p->edges.at[e].cmd.var);
    return value_type(p->terms, p->vars.at[p->edges.at[e].cmd.var].sort);
}

static bool same_type(ValueType a, ValueType b) {
    return a.kind == b.kind && a.width == b.width && a.exponent == b.exponent;
}

// Two calls on one spot (in a macro) look like one call with two results.  So the
// shortest row counts, and a nondet function returns one value unless the types differ.
static void find_results(const Program *p, HarnessSymbol *s) {
    assert(!s->results.count);
    EdgeId best = 0;
    uint32_t least = UINT32_MAX;
    VecU32 inner = { 0 }; // edges inside a row that was seen
    for (EdgeId e = 1; e < p->edges.count; e++) {
        if (!is_source(&p->edges.at[e], s->name, p))
            continue;
        bool starts = true;
        for (uint32_t i = 0; i < inner.count; i++)
            starts &= inner.at[i] != e;
        uint32_t n = starts ? parts_from(p, e) : UINT32_MAX;
        inner.count = starts ? 0 : inner.count;
        EdgeId at = e;
        for (uint32_t i = 1; starts && i < n; i++)
            vec_push(&inner, at = p->locs.at[p->edges.at[at].to].first_out);
        if (n < least)
            best = e, least = n;
    }
    vec_free(&inner);
    bool nondet = best && p->edges.at[best].cmd.input == INPUT_NONDET, alike = true;
    for (uint32_t i = 0; best && i < least; i++) {
        ValueType type = type_of_input(p, best);
        alike &= !s->results.count || same_type(type, s->results.at[0]);
        vec_push(&s->results, type);
        best = p->locs.at[p->edges.at[best].to].first_out;
    }
    if (nondet && alike)
        s->results.count = 1;
}

// Functions of the library whose one input is what they return: the harness may take their place.
static const struct Simple {
    const char *name, *type;
} simple_functions[] = {
    { "rand", "int" },        { "random", "long" },      { "lrand48", "long" },     { "mrand48", "long" },
    { "drand48", "double" },  { "getpid", "int" },       { "getppid", "int" },      { "getuid", "unsigned" },
    { "getgid", "unsigned" }, { "geteuid", "unsigned" }, { "getegid", "unsigned" }, { "time", "long" },
    { "fork", "int" },
};

// Numbers that come again after the same seed are the real library's: nobody can take its place then.
static bool repeats_numbers(const Harness *h, const char *name) {
    const Trace *t = &h->run->trace;
    for (uint32_t i = 0; i < t->inputs.count; i++)
        if (!strcmp(name_text(t->names, t->inputs.at[i].name), "number of a seed that was set before"))
            return strstr(name, "rand") != NULL;
    return false;
}

// Does the run read an input of that name?
static bool asks_for(const Harness *h, const char *name) {
    const Trace *t = &h->run->trace;
    for (uint32_t i = 0; i < t->inputs.count; i++)
        if (!strcmp(name_text(t->names, t->inputs.at[i].name), name))
            return true;
    return false;
}

static const struct Simple *find_simple(const char *name) {
    for (size_t i = 0; i < COUNT(simple_functions); i++)
        if (!strcmp(simple_functions[i].name, name))
            return &simple_functions[i];
    return NULL;
}

// ---- the plan ----
void harness_init(Harness *h, Arena *arena, const Program *p, const FrontendInput *in, const RunResult *run) {
    *h = (Harness){ .arena = arena, .p = p, .in = in, .run = run };
}

void harness_sample(Harness *h, uint32_t n, const int64_t values[]) {
    assert(!h->symbols.count && (values || !n) && "before the plan");
    h->sampling = true;
    h->n_values = n;
    h->values = values;
}

void harness_feed(Harness *h) {
    assert(!h->symbols.count && !h->sampling && "before the plan");
    h->feeding = true;
}

void harness_restart(Harness *h) {
    Harness fresh = { .arena = h->arena, .p = h->p, .in = h->in, .run = h->run };
    fresh.rules = h->rules;
    fresh.races = h->races;
    fresh.sampling = h->sampling;
    fresh.feeding = h->feeding;
    fresh.n_values = h->n_values;
    fresh.values = h->values;
    fresh.addresses = h->addresses;
    harness_free(h);
    *h = fresh;
}

void harness_free(Harness *h) {
    for (uint32_t i = 0; i < h->symbols.count; i++)
        vec_free(&h->symbols.at[i].results);
    vec_free(&h->symbols);
    vec_free(&h->watched);
    vec_free(&h->revealed);
    vec_free(&h->arguments);
    vec_free(&h->parameters);
    world_free(&h->world);
}

static bool is_assert_failure(const char *name) {
    static const char *const names[] = { "__assert_fail", "__assert_perror_fail", "__assert", "__assert_rtn" };
    for (size_t i = 0; i < COUNT(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

static bool starts_with(const char *text, const char *prefix) {
    return !strncmp(text, prefix, strlen(prefix));
}

static HarnessSymbol *define(Harness *h, const char *name, HarnessRole role) {
    assert(*name);
    HarnessSymbol *s = vec_add(&h->symbols);
    s->name = arena_strdup(h->arena, name);
    s->role = role;
    return s;
}

// Names with a meaning of their own.  False: it has none.
static bool define_known(Harness *h, const char *name) {
    if (events_have_call(&h->in->events, name) || (is_assert_failure(name) && h->in->events.asserts))
        define(h, name, ROLE_ERROR);
    else if (!strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error"))
        define(h, name, ROLE_ABORT);
    else if (!strcmp(name, "__VERIFIER_assume"))
        define(h, name, ROLE_ASSUME);
    else if (!strcmp(name, "__VERIFIER_assert"))
        define(h, name, ROLE_ASSERT);
    else if (!strcmp(name, "__hone_rule_verdict"))
        define(h, name, ROLE_VERDICT);
    else if (starts_with(name, "__VERIFIER_atomic_") || !strcmp(name, "__VERIFIER_nondet_memory"))
        define(h, name, ROLE_NOTHING);
    else if (starts_with(name, "__VERIFIER_nondet_"))
        find_results(h->p, define(h, name, ROLE_INPUT));
    else if (!h->sampling && !h->feeding && find_simple(name) && !repeats_numbers(h, name) &&
             (strcmp(name, "fork") || asks_for(h, name)))
        define(h, name, ROLE_INPUT)->type = find_simple(name)->type;
    else
        return false;
    return true;
}

static ObjId external_object(const Program *p, const char *name) {
    for (ObjId i = 1; i < p->objects.count; i++) {
        const Object *o = &p->objects.at[i];
        if (o->kind == OBJ_GLOBAL && o->external && !strcmp(program_text(p, o->name), name))
            return i;
    }
    return 0;
}

void harness_add(Harness *h, const char *name) {
    ObjId object = external_object(h->p, name);
    if (define_known(h, name))
        return;
    if (object) {
        define(h, name, ROLE_VARIABLE)->object = object;
        return;
    }
    HarnessSymbol *s = define(h, name, ROLE_NOTHING);
    find_results(h->p, s);
    if (s->results.count)
        s->role = ROLE_INPUT;
}

// The error function, or the entry function, where the program defines it.
static void observe(Harness *h, const Symbols *symbols, const char *name, bool error) {
    unsigned said = symbols_said(symbols, name);
    bool ours = symbols_lack(symbols, name); // where one file has its own and another wants one, that is ours
    if (ours || !(said & (SYMBOL_DEFINED | SYMBOL_STATIC)))
        return;
    if (error)
        vec_push(&h->watched, arena_strdup(h->arena, name));
    if (!(said & SYMBOL_DEFINED))
        vec_push(&h->revealed, arena_strdup(h->arena, name));
}

// A long argument is as long as it was looked at: hardly anybody can tell more of it.
static uint64_t length_given(const Harness *h, uint32_t i, uint64_t length) {
    enum { SHORT = 100 };
    return length > SHORT ? argument_read(h->p, &h->run->trace, i, length) : length;
}

// There may be a number and no texts.
static void find_arguments(Harness *h) {
    assert(!h->arguments.count);
    const Trace *t = &h->run->trace;
    uint32_t n = 0;
    uint64_t more = 0;
    for (uint32_t i = 0; i < t->inputs.count; i++) {
        const TraceInput *input = &t->inputs.at[i];
        if (argument_is(t, input, NUMBER_OF_ARGUMENTS))
            more = input->value.lo;
        if (!argument_is(t, input, LENGTH_OF_ARGUMENT))
            continue;
        uint64_t length = length_given(h, n, input->value.lo);
        if (n > 0) // the first is the program's own name
            vec_push(&h->arguments, argument_text(h->p, t, n, length, length, h->arena));
        n++;
    }
    while (h->arguments.count < more)
        vec_push(&h->arguments, "");
}

static void find_parameters(Harness *h) {
    assert(!h->parameters.count);
    for (EdgeId e = 1; e < h->p->edges.count; e++)
        if (is_source(&h->p->edges.at[e], "parameter", h->p))
            vec_push(&h->parameters, type_of_input(h->p, e));
}

static const HarnessSymbol *find_symbol(const Harness *h, const char *name) {
    for (uint32_t i = 0; i < h->symbols.count; i++)
        if (!strcmp(h->symbols.at[i].name, name))
            return &h->symbols.at[i];
    return NULL;
}

// What the driver and gcov call themselves.
static bool is_needed(const char *name) {
    static const char *const names[] = { "mmap",    "munmap", "mallopt", "setitimer", "signal", "sigaction", "open",
                                         "open64",  "read",   "write",   "close",     "fcntl",  "fcntl64",   "lseek",
                                         "fdopen",  "fopen",  "fread",   "fwrite",    "fseek",  "ftell",     "fclose",
                                         "fprintf", "malloc", "calloc",  "realloc",   "free",   "getenv",    "exit",
                                         "_exit",   "_Exit",  "abort",   "setbuf",    "mkdir",  "access",    "strlen",
                                         "memcpy",  "memset", "memmove", "strcpy",    "strcmp", "getcwd",    "atexit" };
    for (size_t i = 0; i < COUNT(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return starts_with(name, "__");
}

// The function of the C library that the edge calls, or gets a result of, and whose place the driver takes; "": none.
static const char *function_replaced(const Harness *h, const Edge *e) {
    bool input = e->from && e->cmd.kind == CMD_INPUT && e->cmd.input == INPUT_EXTERNAL;
    const char *name = input || (e->from && cmd_is_outside(&e->cmd)) ? program_text(h->p, e->cmd.text) : "";
    return is_needed(name) ? "" : name;
}

// In a driver: functions of the C library that the program calls and Hone has no model of.
static void replace_library(Harness *h, const Symbols *symbols) {
    for (EdgeId e = 1; e < h->p->edges.count; e++) {
        const char *name = function_replaced(h, &h->p->edges.at[e]);
        if (!*name || !symbols_lack(symbols, name) || find_symbol(h, name) || external_object(h->p, name))
            continue;
        harness_add(h, name);
        vec_last(&h->symbols).of_library = true;
    }
}

void harness_plan(Harness *h, const Symbols *symbols) {
    assert(!h->symbols.count && "harness_restart forgets an older plan");
    const EventSet *events = &h->in->events;
    h->has_main = symbols_said(symbols, "main") & SYMBOL_DEFINED;
    for (uint32_t i = 0; i < symbols->all.count; i++) {
        const char *name = name_text(symbols->names, symbols->all.at[i]);
        if (symbols_lack(symbols, name))
            define_known(h, name);
    }
    if (h->feeding) {
        replace_library(h, symbols);
        world_plan(&h->world, h->p, symbols, h->arena);
    }
    for (size_t i = 0; i < COUNT(events->functions) && events->functions[i]; i++)
        observe(h, symbols, events->functions[i], true);
    if (strcmp(h->in->entry, "main") != 0) {
        observe(h, symbols, h->in->entry, false);
        find_parameters(h);
    } else
        find_arguments(h);
}

bool harness_gives_kind(const Harness *h, InputKind kind, const char *name) {
    if (kind == INPUT_EXTERNAL && !strcmp(name, "parameter") && h->parameters.count)
        return true;
    if (h->feeding && kind == INPUT_LIBRARY && !strcmp(h->in->entry, "main") &&
        (!strcmp(name, NUMBER_OF_ARGUMENTS) || !strcmp(name, LENGTH_OF_ARGUMENT)))
        return true;
    if (kind == INPUT_LIBRARY && world_gives(&h->world, name))
        return true;
    const HarnessSymbol *s = find_symbol(h, name);
    return s && s->role == ROLE_INPUT && kind != INPUT_UNINIT && kind != INPUT_MEMORY;
}

bool harness_gives(const Harness *h, const TraceInput *input) {
    return harness_gives_kind(h, input->kind, name_text(h->run->trace.names, input->name));
}

// ---- C text ----
// A part of a union in the harness, and a C type that is passed in the same way.
static const char *member(ValueType type) {
    if (type.kind != SORT_FLOAT)
        return type.width > 64 ? "wide" : "integer";
    return type.width <= 32 ? "f32" : type.width == 64 ? "f64" : type.width == 80 ? "f80" : "f128";
}

// The same where values are sampled: a _Bool is 0 or 1.
static const char *part_of(const Harness *h, ValueType type) {
    return h->sampling && (type.kind == SORT_BOOL || type.width == 1) ? "bool" : member(type);
}

static const char *c_type(ValueType type, bool is_unsigned) {
    if (type.kind == SORT_FLOAT)
        return type.width == 16   ? "_Float16"
               : type.width == 32 ? "float"
               : type.width == 64 ? "double"
               : type.width == 80 ? "long double"
                                  : "__float128";
    if (type.kind == SORT_BOOL || type.width == 1)
        return "int"; // fits _Bool and int
    if (type.width > 64)
        return "unsigned __int128";
    if (type.width > 32)
        return is_unsigned ? "unsigned long long" : "long long";
    if (type.width > 16)
        return is_unsigned ? "unsigned int" : "int";
    if (type.width > 8)
        return is_unsigned ? "unsigned short" : "short";
    return is_unsigned ? "unsigned char" : "signed char";
}

static bool returns_unsigned(const char *name) {
    static const char prefix[] = "__VERIFIER_nondet_";
    const char *kind = starts_with(name, prefix) ? name + sizeof prefix - 1 : name;
    return kind != name && (*kind == 'u' || starts_with(kind, "size"));
}

static void write_integer(const TraceInput *input, bool is_unsigned, FILE *out) {
    ValueType type = input->type;
    uint64_t x = input->value.lo;
    if (type.width > 64)
        fprintf(out, "((unsigned __int128)0x%llxu << 64 | 0x%llxu)", (unsigned long long)input->value.hi,
                (unsigned long long)x);
    else if (type.kind == SORT_BOOL || is_unsigned)
        fprintf(out, "%llu%s", (unsigned long long)x, x >> 63 ? "u" : "");
    else {
        int64_t v = value_signed(input->value, type.width);
        if (v == INT64_MIN)
            fprintf(out, "-0x7fffffffffffffff - 1");
        else
            fprintf(out, "%lld", (long long)v);
    }
}

static void write_float(const TraceInput *input, FILE *out) {
    static const char *const suffixes[] = { "f", "", "l", "q" };
    uint32_t width = input->type.width, kind = width <= 32 ? 0 : width == 64 ? 1 : width == 80 ? 2 : 3;
    Text text = { 0 };
    value_print(input->type, input->value, &text);
    if (strstr(text.at, "inf"))
        fprintf(out, "%s__builtin_inf()", *text.at == '-' ? "-" : "");
    else
        fprintf(out, "%s%s", text.at, suffixes[kind]);
    vec_free(&text);
}

// No text in C is a certain NaN: its bits.  A half is given as a float.
static void write_nan(const TraceInput *input, FILE *out) {
    uint64_t low = input->value.lo;
    if (input->type.width == 16)
        low = (low & 0x8000) << 16 | 0x7f800000u | (low & 0x3ff) << 13;
    fprintf(out, ".bits = { 0x%llxu, 0x%llxu }", (unsigned long long)low, (unsigned long long)input->value.hi);
}

static const char *file_of(const Harness *h, SrcPos pos) {
    return pos.file ? program_text(h->p, h->p->files.at[pos.file]) : "?";
}

static void write_inputs(const Harness *h, FILE *out) {
    const Trace *t = &h->run->trace;
    uint32_t n = 0;
    fprintf(out, "static const struct {\n"
                 "    const char *function;\n"
                 "    union {\n"
                 "        long long integer;\n"
                 "        float f32;\n"
                 "        double f64;\n"
                 "        long double f80;\n"
                 "        unsigned long long bits[2];\n"
                 "#ifdef __SIZEOF_INT128__\n"
                 "        unsigned __int128 wide;\n"
                 "        __float128 f128;\n"
                 "#endif\n"
                 "    };\n"
                 "} hone_inputs[] = {\n");
    for (uint32_t i = 0; i < t->inputs.count; i++) {
        const TraceInput *input = &t->inputs.at[i];
        const char *name = name_text(t->names, input->name);
        if (!harness_gives(h, input))
            continue;
        bool is_nan = value_is_nan(input->type, input->value);
        fprintf(out, "    { \"%s\", { ", name);
        if (!is_nan)
            fprintf(out, ".%s = ", member(input->type));
        if (is_nan)
            write_nan(input, out);
        else if (input->type.kind == SORT_FLOAT)
            write_float(input, out);
        else
            write_integer(input, returns_unsigned(name), out);
        fprintf(out, " } },");
        if (input->pos.line)
            fprintf(out, " // %s:%u", file_of(h, input->pos), input->pos.line);
        fputc('\n', out);
        n++;
    }
    fprintf(out, "%s};\nenum { HONE_INPUTS = %u };\n\n", n ? "" : "    { 0 }\n", n);
}

static const char preamble[] =
    "static void hone_stop(const char *text, int code) {\n"
    "    if (write(2, text, strlen(text)) < 0)\n"
    "        _exit(1);\n"
    "    _exit(code);\n"
    "}\n\n"
    "static void hone_error_reached(void) {\n"
    "    hone_stop(\"" HARNESS_MARK "\\n\", %d);\n"
    "}\n\n"
    "static int hone_next(const char *function) {\n"
    "    static int i;\n"
    "    if (i >= HONE_INPUTS || strcmp(hone_inputs[i].function, function) != 0)\n"
    "        hone_stop(\"HONE: the program asks for other inputs than the run that was found\\n\", %d);\n"
    "    return i++;\n"
    "}\n\n";

// Functions that give one value in a run: their models ask for it once (libc/unistd.c).
static bool says_the_same(const char *name) {
    static const char *const names[] = { "getpid", "getuid", "geteuid", "getgid", "getegid" };
    for (size_t i = 0; i < COUNT(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

// The expression for the next value of an input function.
static const char *next_value(const Harness *h, const char *function, const char *part) {
    return arena_printf(h->arena,
                        h->sampling  ? "hone_sample_%2$s(\"%1$s\")"
                        : h->feeding ? "hone_feed_%2$s(\"%1$s\")"
                                     : "hone_inputs[hone_next(\"%1$s\")].%2$s",
                        function, part);
}

static void write_input_function(const Harness *h, const HarnessSymbol *s, FILE *out) {
    assert(s->role == ROLE_INPUT);
    if (!s->results.count && !s->type) { // it was not called in the run, nor can it be
        bool replays = !h->sampling && !h->feeding;
        fprintf(out, "void %s(void) {\n%s%s%s}\n\n", s->name, replays ? "    hone_next(\"" : "", replays ? s->name : "",
                replays ? "\");\n" : "");
        return;
    }
    if (s->results.count > 1) {
        fprintf(out, "struct %s_result {\n", s->name);
        for (uint32_t i = 0; i < s->results.count; i++)
            fprintf(out, "    %s part%u;\n", c_type(s->results.at[i], false), i);
        fprintf(out, "};\nstruct %s_result %s(void) {\n    struct %s_result r;\n", s->name, s->name, s->name);
        for (uint32_t i = 0; i < s->results.count; i++)
            fprintf(out, "    r.part%u = %s;\n", i, next_value(h, s->name, part_of(h, s->results.at[i])));
        fprintf(out, "    return r;\n}\n\n");
        return;
    }
    const char *type = s->type ? s->type : c_type(s->results.at[0], returns_unsigned(s->name));
    const char *part = s->type ? (!strcmp(s->type, "double") ? "f64" : "integer") : part_of(h, s->results.at[0]);
    if (!strcmp(s->name, "time"))
        fprintf(out,
                "%s time(%s *to) {\n    %s now = %s;\n    if (to)\n        *to = now;\n"
                "    return now;\n}\n\n",
                type, type, type, next_value(h, "time", part));
    else if (says_the_same(s->name))
        fprintf(out,
                "%s %s(void) {\n    static int asked;\n    static long long value;\n    if (!asked++)\n"
                "        value = %s;\n    return value%s;\n}\n\n",
                type, s->name, next_value(h, s->name, part), strcmp(s->name, "getpid") ? "" : " & 0x7fffffff ?: 1");
    else
        fprintf(out, "%s %s(void) {\n    return %s;\n}\n\n", type, s->name, next_value(h, s->name, part));
}

// Its bytes where the run read them, else zero.
static void write_variable(const Harness *h, const HarnessSymbol *s, FILE *out) {
    assert(s->role == ROLE_VARIABLE && s->object);
    const Object *o = &h->p->objects.at[s->object];
    uint32_t number = 0;
    for (ObjId i = 1; i <= s->object; i++)
        number += h->p->objects.at[i].kind == OBJ_GLOBAL || h->p->objects.at[i].kind == OBJ_FUNCTION;
    fprintf(out, "unsigned char %s[%llu] __attribute__((aligned(16))) = {", s->name,
            (unsigned long long)(o->size ? o->size : 1));
    for (uint32_t i = 0; i < o->size; i++) {
        uint8_t byte;
        if (trace_byte(&h->run->trace, number, i, &byte) && byte)
            fprintf(out, " [%u] = %u,", i, byte);
    }
    fprintf(out, " };\n\n");
}

static void write_environment(const Harness *h, FILE *out) {
    const Trace *t = &h->run->trace;
    if (!h->run->environment)
        return;
    fprintf(out, "// memory that the program does not own but has pointers to: what the run read there first\n"
                 "static const struct {\n    unsigned offset;\n    unsigned char byte;\n} hone_environment[] = {\n"
                 "    { 0, 0 },\n");
    for (uint32_t i = 0; i < t->memory.count; i++)
        if (t->memory.at[i].object == h->run->environment && t->memory.at[i].byte)
            fprintf(out, "    { 0x%x, %u },\n", t->memory.at[i].offset, t->memory.at[i].byte);
    fprintf(out,
            "};\n\n"
            "#ifndef MAP_ANONYMOUS\n#define MAP_ANONYMOUS 0x20\n#endif\n"
            "#ifndef MAP_FIXED_NOREPLACE\n#define MAP_FIXED_NOREPLACE 0x100000\n#endif\n"
            "__attribute__((constructor(101))) static void hone_map(void) {\n"
            "    unsigned char *base = (unsigned char *)%#x;\n"
            "    if (mmap(base, %#x, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) "
            "!= base)\n"
            "        hone_stop(\"HONE: there is no room for the environment's memory\\n\", %d);\n"
            "    for (unsigned i = 0; i < sizeof hone_environment / sizeof *hone_environment; i++)\n"
            "        base[hone_environment[i].offset] = hone_environment[i].byte;\n"
            "}\n\n",
            ENVIRONMENT_BASE, ENVIRONMENT_BYTES, HARNESS_UNMAPPED);
}

// ---- the heap ----
typedef VEC(RunBlock) Heap;

// The blocks of the run.  When one that is a global variable of the Program was allocated is not known: before others
// of its size, let us say.
static Heap heap_of(const Harness *h) {
    Heap heap = { 0 };
    for (ObjId o = 1; o < h->p->objects.count; o++)
        if (h->p->objects.at[o].made && h->p->objects.at[o].heap)
            vec_push(&heap, (RunBlock){ object_number(h->p, o), h->p->objects.at[o].size });
    for (uint32_t i = 0; i < h->run->heap.count; i++)
        vec_push(&heap, h->run->heap.at[i]);
    return heap;
}

static uint32_t write_bytes_of_heap(const Harness *h, const Heap *heap, FILE *out) {
    const Trace *t = &h->run->trace;
    Map block = { 0 }; // number -> 1 + index
    uint32_t n = 0;
    for (uint32_t i = 0; i < heap->count; i++)
        map_put(&block, heap->at[i].number, i + 1);
    for (uint32_t i = 0; i < t->memory.count; i++) {
        uint32_t at = map_find(&block, t->memory.at[i].object);
        if (!at || !t->memory.at[i].byte)
            continue;
        if (!n++)
            fprintf(out,
                    "// what the run read in blocks of the heap before it was written\n"
                    "static const struct {\n    unsigned block, offset;\n    unsigned char byte;\n} hone_bytes[] = "
                    "{\n");
        fprintf(out, "    { %u, %u, %u },\n", at - 1, t->memory.at[i].offset, t->memory.at[i].byte);
    }
    map_free(&block);
    return n;
}

// New memory at every call, so what is not given is zero.  The library allocates too: only calls from the program
// count.
static const char allocator[] =
    "static void *hone_new(size_t n) {\n"
    "    static char *next, *end;\n"
    "    size_t room = (n + 47) / 16 * 16;\n"
    "    if (n > (size_t)-1 / 4)\n"
    "        return 0;\n"
    "    if ((size_t)(end - next) < room) {\n"
    "        size_t more = room < 1 << 24 ? 1 << 24 : room;\n"
    "        next = mmap(0, more, PROT_READ | PROT_WRITE, MAP_PRIVATE | 0x20 /* anonymous */, -1, 0);\n"
    "        if (next == (char *)-1)\n"
    "            return next = end = 0;\n"
    "        end = next + more;\n"
    "    }\n"
    "    char *block = next + 16;\n"
    "    *(size_t *)next = n;\n"
    "    next += room;\n"
    "    return block;\n"
    "}\n\n"
    "static void hone_fill(char *block, size_t n) {\n"
    "    static char used[sizeof hone_sizes / sizeof *hone_sizes];\n"
    "    unsigned i = 0;\n"
    "    while (i < sizeof used && (used[i] || hone_sizes[i] != n))\n"
    "        i++;\n"
    "    if (i == sizeof used)\n"
    "        return;\n"
    "    used[i] = 1;\n"
    "    for (unsigned k = 0; k < sizeof hone_bytes / sizeof *hone_bytes; k++)\n"
    "        if (hone_bytes[k].block == i)\n"
    "            block[hone_bytes[k].offset] = (char)hone_bytes[k].byte;\n"
    "}\n\n"
    "extern char __executable_start, etext;\n"
    "void *malloc(size_t n) {\n"
    "    char *block = hone_new(n), *caller = __builtin_return_address(0);\n"
    "    if (block && caller >= &__executable_start && caller < &etext)\n"
    "        hone_fill(block, n);\n"
    "    return block;\n"
    "}\n\n"
    "void *calloc(size_t n, size_t each) {\n"
    "    return each && n > (size_t)-1 / each ? 0 : hone_new(n * each);\n"
    "}\n\n"
    "void *realloc(void *old, size_t n) {\n"
    "    char *block = hone_new(n);\n"
    "    size_t was = old ? ((size_t *)old)[-16 / (int)sizeof(size_t)] : 0;\n"
    "    return block && old ? memcpy(block, old, was < n ? was : n) : block;\n"
    "}\n\n"
    "void free(void *block) {\n"
    "    (void)block;\n"
    "}\n\n";

static void write_heap(const Harness *h, FILE *out) {
    Heap heap = heap_of(h);
    if (write_bytes_of_heap(h, &heap, out)) {
        fprintf(out, "};\nstatic const size_t hone_sizes[] = {");
        for (uint32_t i = 0; i < heap.count; i++)
            fprintf(out, " %llu,", (unsigned long long)heap.at[i].size);
        fprintf(out, " };\n\n%s", allocator);
    }
    vec_free(&heap);
}

static void write_symbol(const Harness *h, const HarnessSymbol *s, FILE *out) {
    assert(s->name && *s->name);
    switch (s->role) {
    case ROLE_INPUT:
        write_input_function(h, s, out);
        break;
    case ROLE_NOTHING:
        if (h->races && !strcmp(s->name, "__VERIFIER_atomic_begin"))
            fprintf(out, "void %s(void) {\n    hone_begin();\n}\n\n", s->name);
        else if (h->races && !strcmp(s->name, "__VERIFIER_atomic_end"))
            fprintf(out, "void %s(void) {\n    hone_end();\n}\n\n", s->name);
        else
            fprintf(out, "int %s(void) {\n    return 0;\n}\n\n", s->name);
        break;
    case ROLE_VARIABLE:
        write_variable(h, s, out);
        break;
    case ROLE_ERROR:
        fprintf(out, "void %s(void) {\n    hone_error_reached();\n}\n\n", s->name);
        break;
    case ROLE_ABORT:
        fprintf(out, "void %s(void) {\n    abort();\n}\n\n", s->name);
        break;
    case ROLE_ASSUME:
        fprintf(out, "void %s(int condition) {\n    if (!condition)\n        _exit(0);\n}\n\n", s->name);
        break;
    case ROLE_ASSERT:
        fprintf(out, "void %s(int condition) {\n    if (!condition)\n        %s();\n}\n\n", s->name,
                h->in->events.asserts ? "hone_error_reached" : "abort");
        break;
    case ROLE_VERDICT:
        fprintf(out,
                "void %s(int verdict, int rule, int event) {\n    if (verdict > 0)\n        hone_error_reached();\n"
                "    if (verdict < 0)\n        _exit(0);\n}\n\n",
                s->name);
        break;
    }
}

// ---- standard input ----
static void write_stdin(const Harness *h, FILE *out) {
    Text text = { 0 }, quoted = { 0 };
    if (stdin_text(h->p, &h->run->trace, &text)) {
        argument_print((TraceText){ text.at, text.count }, &quoted);
        fprintf(out,
                "static const char hone_stdin[] = // standard input\n    %s;\n\n"
                "__attribute__((constructor)) static void hone_open_stdin(void) {\n"
                "    int ends[2];\n"
                "    if (pipe(ends) == 0 && write(ends[1], hone_stdin, sizeof hone_stdin - 1) >= 0) {\n"
                "        dup2(ends[0], 0);\n"
                "        close(ends[0]);\n"
                "        close(ends[1]);\n"
                "    }\n"
                "}\n\n",
                quoted.at);
    }
    vec_free(&text);
    vec_free(&quoted);
}

// ---- how the error is noticed ----
static void write_watch(const Harness *h, FILE *out) {
    if (!h->in->events.functions[0])
        return;
    for (uint32_t i = 0; i < h->watched.count; i++)
        fprintf(out, "extern void %s(void) __attribute__((weak));\n", h->watched.at[i]);
    fprintf(out,
            "__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *from) {\n");
    for (uint32_t i = 0; i < h->watched.count; i++)
        fprintf(out, "    if (function == (void *)%s)\n        hone_error_reached();\n", h->watched.at[i]);
    fprintf(out, "}\n\n__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, "
                 "void *from) {\n}\n\n");
}

void harness_write_options(bool reports_division, FILE *out) {
    fprintf(out,
            "const char *__asan_default_options(void) {\n"
            "    return "
            "\"exitcode=%d:detect_leaks=0:allocator_may_return_null=1:handle_sigfpe=%d:detect_stack_use_after_return=1:"
            "hard_rss_limit_mb=%d:symbolize=0\";\n"
            "}\n",
            HARNESS_REACHED, reports_division, HARNESS_ADDRESS_MEGABYTES);
    // Before a call that does not return AddressSanitizer takes its marks from the stack, for longjmp.  With 32 bits
    // and without /proc/self/maps, as in the sandbox, it takes all of memory for the stack.
    fprintf(out, "void __wrap_" HARNESS_NO_RETURN "(void) {\n}\n\n");
}

// The first process of a sandbox is not ended by the signal itself: abort() goes on to an instruction that
// AddressSanitizer would report.
static void write_abort(FILE *out) {
    fprintf(out, "static void hone_on_abort(int number) {\n    _Exit(128 + number);\n}\n\n"
                 "__attribute__((constructor)) static void hone_watch_abort(void) {\n"
                 "    signal(SIGABRT, hone_on_abort);\n}\n\n");
}

static void write_trap(const Harness *h, FILE *out) {
    if (h->addresses) {
        harness_write_options(false, out); // the harness itself looks for divisions
        write_abort(out);
    }
    if (h->in->events.overflow || h->in->events.shift || h->in->events.division || h->in->events.undefined)
        fprintf(
            out,
            "static void hone_on_trap(int number) {\n    hone_error_reached();\n}\n\n"
            "__attribute__((constructor)) static void hone_watch(void) {\n    signal(SIGILL, hone_on_trap);\n%s}\n\n",
            h->in->events.division ? "    signal(SIGFPE, hone_on_trap); // in the library: div(1, 0)\n" : "");
}

// A program may have a main function beside its entry: it is kept from running.
static void write_entry(const Harness *h, FILE *out) {
    const char *entry = h->in->entry;
    if (!strcmp(entry, "main"))
        return;
    fprintf(out, "extern void %s(", entry);
    for (uint32_t i = 0; i < h->parameters.count; i++)
        fprintf(out, "%s%s", i ? ", " : "", c_type(h->parameters.at[i], false));
    fprintf(out, "%s);\n", h->parameters.count ? "" : "void");
    fprintf(out,
            h->has_main ? "__attribute__((constructor(1000))) static void hone_main(void) {\n" : "int main(void) {\n");
    for (uint32_t i = 0; i < h->parameters.count; i++) // in order: a call leaves that open
        fprintf(out, "    %s p%u = %s;\n", c_type(h->parameters.at[i], false), i,
                next_value(h, "parameter", part_of(h, h->parameters.at[i])));
    fprintf(out, "    %s(", entry);
    for (uint32_t i = 0; i < h->parameters.count; i++)
        fprintf(out, "%sp%u", i ? ", " : "", i);
    fprintf(out, ");\n    exit(0);\n}\n");
}

static void write_head(const Harness *h, const char *command, FILE *out) {
    const RunResult *r = h->run;
    if (h->feeding) {
        fprintf(out, "// Made by 'hone test': defines what the program lacks; inputs are read from the file $%s\n",
                HARNESS_VECTOR);
        return;
    }
    fprintf(out, "// Replays a run that Hone found.  %s:%u: %s\n//\n", file_of(h, r->pos), r->pos.line,
            *r->message.text ? r->message.text : "the error is reached");
    for (const char *line = command; *line;) {
        int n = (int)strcspn(line, "\n");
        fprintf(out, "//   %.*s\n", n, line);
        line += n + (line[n] == '\n');
    }
    fprintf(out, "//\n// Where the error is reached it says so and exits with code %d.\n", HARNESS_REACHED);
}

void harness_write(const Harness *h, const char *command, FILE *out) {
    write_head(h, command, out);
    if (h->revealed.count) {
        fprintf(out, "#if __INCLUDE_LEVEL__ > 0 // a part of the program's files, by -include\n");
        for (uint32_t i = 0; i < h->revealed.count; i++)
            fprintf(out, "__asm__(\".globl %s\");\n", h->revealed.at[i]);
        fprintf(out, "#else\n");
    }
    fprintf(out, "#include <signal.h>\n#include <stdlib.h>\n#include <string.h>\n%s#include <unistd.h>\n\n",
            h->sampling                                         ? "#include <sys/time.h>\n"
            : h->run->trace.memory.count || h->run->environment ? "#include <sys/mman.h>\n"
                                                                : "");
    if (h->sampling) {
        harness_write_sampler(h, out);
    } else if (h->feeding) {
        harness_write_feeder(h, out);
    } else if (h->rules) {
        harness_write_rules(h, out);
    } else {
        fprintf(out, "// what the program's inputs were, in the order it asked for them\n");
        write_inputs(h, out);
        fprintf(out, preamble, HARNESS_REACHED, HARNESS_DIVERGED);
        write_stdin(h, out);
    }
    if (h->races)
        harness_write_races(h, out);
    write_environment(h, out);
    if (!h->addresses) // it has its own malloc
        write_heap(h, out);
    write_watch(h, out);
    write_trap(h, out);
    for (uint32_t i = 0; i < h->symbols.count; i++) {
        const HarnessSymbol *s = &h->symbols.at[i];
        if (s->of_library) // headers declare it otherwise
            fprintf(out, "#undef %s\n#define %s hone_%s\n", s->name, s->name, s->name);
        write_symbol(h, s, out);
        if (s->of_library)
            fprintf(out, "#undef %s\n__asm__(\".globl %s\\n.type %s, @function\\n.set %s, hone_%s\");\n\n", s->name,
                    s->name, s->name, s->name, s->name);
    }
    write_entry(h, out);
    if (h->revealed.count)
        fprintf(out, "#endif\n");
}
