// api_calls.c - the calls that sequences are made of: functions with all combinations of values
#include "base/options.h"
#include "spec/api.h"
#include "spec/file.h"

enum { HEADER_VALUES = 4 }; // 0..3 for every integer, where only a header is given

typedef struct Calls {
    const Api *api;
    const Declared *declared;
    const char *pointer;  // the type of a pointer to the container
    const char *argument; // the container as an argument
    bool spread;
    Arena *arena;
    ApiCalls *out;
    ApiTexts *left_out;
    Reason *why;
} Calls;

// ---- values of a parameter ----
static const ApiValues *values_of(const Calls *c, const DeclaredFunction *f, const DeclaredParameter *p) {
    assert(p->name && p->type);
    const ApiValues *best = NULL;
    int rank = 0;
    for (uint32_t i = 0; i < c->api->values.count; i++) {
        const ApiValues *v = &c->api->values.at[i];
        int now = v->function ? 3 : v->parameter ? 2 : 1;
        bool fits =
            (!v->function || !strcmp(v->function, f->name)) && (!v->parameter || !strcmp(v->parameter, p->name));
        if (fits && now > rank && (v->parameter || type_is_integer(p->type))) {
            best = v;
            rank = now;
        }
    }
    return best;
}

// The order in which n values are tried: the middle one, then the middles of both halves, and so on.
static void spread_order(uint32_t n, VecU32 *order) {
    VecU32 parts = { 0 }; // pairs: the first place of a part and the first one behind it
    vec_push(&parts, 0);
    vec_push(&parts, n);
    for (uint32_t i = 0; i < parts.count; i += 2) {
        uint32_t first = parts.at[i], end = parts.at[i + 1], middle = first + (end - first) / 2;
        if (first == end)
            continue;
        vec_push(order, middle);
        vec_push(&parts, first);
        vec_push(&parts, middle);
        vec_push(&parts, middle + 1);
        vec_push(&parts, end);
    }
    vec_free(&parts);
    assert(order->count == n);
}

// ---- one function ----
static bool takes_container(const Calls *c, const DeclaredFunction *f) {
    for (uint32_t i = 0; i < f->parameters.count; i++)
        if (type_is_same(f->parameters.at[i].type, c->pointer))
            return true;
    return false;
}

static bool complain(const Calls *c, uint32_t line, const char *what, const char *name, const char *more) {
    reason_set(c->why, "%.150s:%u: %s %.80s%s", c->api->path, line, what, name, more);
    return false;
}

// Adds the calls with all values of the parameters from 'at' on; 'text' has those before.
static bool add_calls(const Calls *c, const DeclaredFunction *f, uint32_t line, uint32_t at, const char *text,
                      uint64_t data) {
    if (at == f->parameters.count) {
        if (c->out->count >= MOST_CALLS)
            return complain(c, line, "too many calls, at", f->name, ": give fewer values");
        vec_push(c->out, (ApiCall){ arena_printf(c->arena, "%s)", text), f->name, data, line });
        return true;
    }
    const DeclaredParameter *p = &f->parameters.at[at];
    const char *comma = at ? ", " : "";
    const ApiValues *v = values_of(c, f, p);
    if (type_is_same(p->type, c->pointer) && !(v && v->parameter))
        return add_calls(c, f, line, at + 1, arena_printf(c->arena, "%s%s%s", text, comma, c->argument), data);
    if (!v)
        return complain(c, line, "no values for parameter", arena_printf(c->arena, "%s of %s", p->name, f->name),
                        type_is_integer(p->type) ? ": 'values 0..3'" : ": 'values NAME = EXPRESSION, ...'");
    uint64_t bit = at < 64 ? 1ull << at : 0;
    VecU32 order = { 0 };
    bool good = true;
    spread_order(v->values.count, &order);
    for (uint32_t i = 0; i < v->values.count && good; i++) {
        const char *value = v->values.at[c->spread ? order.at[i] : i];
        good = add_calls(c, f, line, at + 1, arena_printf(c->arena, "%s%s%s", text, comma, value), data | bit);
    }
    vec_free(&order);
    return good;
}

static bool add_function(const Calls *c, const DeclaredFunction *f, uint32_t line) {
    assert(f->name);
    return add_calls(c, f, line, 0, arena_printf(c->arena, "%s(", f->name), 0);
}

// ---- all functions ----
static bool is_mentioned(const ApiTexts *texts, const char *name) {
    for (uint32_t i = 0; i < texts->count; i++)
        if (strstr(texts->at[i].text, name))
            return true;
    return false;
}

// All that take the container, but for those that make and end it.
static bool add_all_functions(const Calls *c) {
    const Api *api = c->api;
    for (uint32_t i = 0; i < c->declared->count; i++) {
        const DeclaredFunction *f = &c->declared->at[i];
        bool ends = is_mentioned(&api->starts, f->name) || is_mentioned(&api->finals, f->name) ||
                    (api->container.value && strstr(api->container.value, f->name));
        uint32_t before = c->out->count;
        if (!strcmp(f->name, API_PROBE) || ends || !takes_container(c, f))
            continue;
        if (add_function(c, f, api->container.line))
            continue;
        if (!api->header)
            return false;
        c->out->count = before;
        const char *colon = strstr(c->why->text, ": "), *text = colon ? colon + 2 : c->why->text;
        vec_push(c->left_out, (ApiText){ arena_printf(c->arena, "%s is not called: %s", f->name, text), 0 });
    }
    if (!c->out->count)
        return complain(c, api->container.line, "no function can be called with a", c->pointer, "");
    return true;
}

static bool add_named_functions(const Calls *c) {
    for (uint32_t i = 0; i < c->api->functions.count; i++) {
        const ApiText *t = &c->api->functions.at[i];
        const DeclaredFunction *f = declared_find(c->declared, t->text);
        if (!f) {
            VEC(const char *) names = { 0 };
            for (uint32_t k = 0; k < c->declared->count; k++)
                vec_push(&names, c->declared->at[k].name);
            const char *nearest = names.count ? options_nearest(t->text, names.at, names.count) : NULL;
            vec_free(&names);
            return complain(c, t->line, "unknown function", t->text,
                            nearest ? arena_printf(c->arena, "; did you mean %s?", nearest) : "");
        }
        if (!takes_container(c, f))
            return complain(c, t->line, "no parameter takes the container: it is a", c->pointer,
                            arena_printf(c->arena, ", and %s has none", f->name));
        if (!add_function(c, f, t->line))
            return false;
    }
    return true;
}

const char *api_container_type(const Api *api, const Declared *declared) {
    const DeclaredFunction *probe = declared_find(declared, API_PROBE);
    (void)api;
    return probe && probe->parameters.count == 1 ? probe->parameters.at[0].type : NULL;
}

// A line of values that no parameter takes is a slip of the pen.
static bool values_are_used(const Calls *c) {
    for (uint32_t i = 0; i < c->api->values.count; i++) {
        const ApiValues *v = &c->api->values.at[i];
        bool used = !v->parameter;
        for (uint32_t k = 0; k < c->declared->count && !used; k++) {
            const DeclaredFunction *f = &c->declared->at[k];
            for (uint32_t j = 0; j < f->parameters.count && !used; j++)
                used = takes_container(c, f) && values_of(c, f, &f->parameters.at[j]) == v;
        }
        if (!used)
            return complain(c, v->line, "no function has a parameter", v->parameter, " that takes these values");
    }
    return true;
}

bool api_calls(const Api *api, const Declared *declared, bool spread, Arena *arena, ApiCalls *calls, ApiTexts *left_out,
               Reason *why) {
    assert(api->container.name && !calls->count);
    const char *type = api_container_type(api, declared);
    if (!type) {
        reason_set(why, "%.200s:%u: the container's type is not known", api->path, api->container.line);
        return false;
    }
    bool pointer = type_is_pointer(type);
    Calls c = { api,
                declared,
                pointer ? type : arena_printf(arena, "%s *", type),
                pointer ? api->container.name : arena_printf(arena, "&%s", api->container.name),
                spread,
                arena,
                calls,
                left_out,
                why };
    return (api->functions.count ? add_named_functions(&c) : add_all_functions(&c)) && values_are_used(&c);
}

// ---- a header alone ----
static bool ends_in(const char *name, const char *const endings[], size_t n) {
    for (size_t i = 0; i < n; i++)
        if (path_ends_in(name, endings[i]))
            return true;
    return false;
}

// The structure that most functions of the header take a pointer to.
static const char *main_type(const Declared *declared) {
    const char *best = NULL;
    uint32_t most = 0;
    for (uint32_t i = 0; i < declared->count; i++)
        for (uint32_t k = 0; declared->at[i].here && k < declared->at[i].parameters.count; k++) {
            const char *type = declared->at[i].parameters.at[k].type;
            uint32_t n = 0;
            for (uint32_t j = 0; j < declared->count; j++)
                for (uint32_t m = 0; declared->at[j].here && m < declared->at[j].parameters.count; m++)
                    n += type_is_same(declared->at[j].parameters.at[m].type, type);
            bool structure = strstr(type, "struct ") && type_is_pointer(type) && !strchr(type, '(');
            if (structure && n > most) {
                best = type;
                most = n;
            }
        }
    return best;
}

// Without the qualifiers of what it points to, which a variable must not have.
static char *plain_type(const char *type, Arena *arena) {
    const char *at = type;
    while (!strncmp(at, "const ", 6) || !strncmp(at, "volatile ", 9))
        at += strcspn(at, " ") + 1;
    return arena_strdup(arena, at);
}

static bool is_maker(const DeclaredFunction *f, const char *type) {
    for (uint32_t i = 0; i < f->parameters.count; i++)
        if (!type_is_integer(f->parameters.at[i].type))
            return false;
    return f->here && type_is_same(f->result, type);
}

static const char *maker_call(const DeclaredFunction *f, Arena *arena) {
    assert(f->here);
    const char *text = arena_printf(arena, "%s(", f->name);
    for (uint32_t i = 0; i < f->parameters.count; i++)
        text = arena_printf(arena, "%s%s2", text, i ? ", " : "");
    return arena_printf(arena, "%s)", text);
}

static void find_ends(const Declared *declared, const char *type, const char *argument, Arena *arena, Api *api) {
    static const char *const finals[] = { "_free", "_destroy", "_delete", "_close" }, *const starts[] = { "_init" };
    for (uint32_t i = 0; i < declared->count; i++) {
        const DeclaredFunction *f = &declared->at[i];
        bool alone = f->here && f->parameters.count == 1 && type_is_same(f->parameters.at[0].type, type);
        const char *call = arena_printf(arena, "%s(%s)", f->name, argument);
        if (alone && !api->finals.count && ends_in(f->name, finals, COUNT(finals)))
            vec_push(&api->finals, (ApiText){ call, 0 });
        if (alone && !api->container.value && ends_in(f->name, starts, COUNT(starts)))
            vec_push(&api->starts, (ApiText){ call, 0 });
    }
}

bool api_of_header(const char *path, const Declared *declared, Arena *arena, Api *api, Reason *why) {
    assert(path && *path);
    const char *type = main_type(declared);
    *api = (Api){ .path = path, .directory = path_directory(path, arena), .header = true };
    if (!type) {
        reason_set(why, "%.300s: no function takes a pointer to a structure", path);
        return false;
    }
    api->container.line = 1;
    api->container.name = "container";
    for (uint32_t i = 0; i < declared->count && !api->container.value; i++)
        if (is_maker(&declared->at[i], type))
            api->container.value = maker_call(&declared->at[i], arena);
    char *text = plain_type(type, arena);
    if (!api->container.value)
        *strrchr(text, '*') = 0;
    api->container.declaration = arena_printf(arena, "%s container", text);
    vec_push(&api->includes, (ApiText){ arena_printf(arena, "\"%s\"", path_name(path)), 1 });
    ApiValues v = { .line = 1 };
    for (int i = 0; i < HEADER_VALUES; i++)
        vec_push(&v.values, arena_printf(arena, "%d", i));
    vec_push(&api->values, v);
    vec_push(&api->bounds, 0);
    vec_push(&api->bounds, HEADER_VALUES - 1);
    find_ends(declared, type, api->container.value ? "container" : "&container", arena, api);
    return true;
}
