// prototype.c - asks clang: typedefs of __typeof__(f) are added behind the file, and what its syntax tree says of them
// is read.  A name that is not declared makes an error that nobody sees, and an invalid typedef.
#include "frontend/rules/prototype.h"
#include "frontend/clang.h"

#define PROBE "__hone_t_" // clang.c has the same in the arguments of CLANG_TYPES

void prototypes_free(Prototypes *p) {
    for (uint32_t i = 0; i < p->count; i++)
        vec_free(&p->at[i].parameters);
    vec_free(p);
}

// ---- a function's type: "int (struct dev *, const char *, ...)" ----
static const char *matching(const char *open) {
    assert(*open == '(');
    int depth = 0;
    for (const char *at = open; *at; at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (!depth)
            return at;
    }
    return NULL;
}

static void add_parameter(Prototype *p, const char *at, size_t n, Arena *arena) {
    while (n && *at == ' ')
        at++, n--;
    const char *text = arena_strndup(arena, at, n);
    if (!strcmp(text, "..."))
        p->variadic = true;
    else if (strcmp(text, "void") && *text)
        vec_push(&p->parameters, text);
}

static void split(Prototype *p, const char *type, Arena *arena) {
    assert(!p->declared && !p->parameters.count);
    const char *open = strchr(type, '('), *close = open ? matching(open) : NULL;
    if (!close || open == type || open[1] == '*' || strstr(type, "(unnamed") || strstr(type, "(anonymous"))
        return;
    p->declared = true;
    p->result = arena_strndup(arena, type, (size_t)(open - type));
    const char *start = open + 1;
    int depth = 0;
    for (const char *at = start; at <= close; at++) {
        if ((*at == ',' && !depth) || at == close) {
            add_parameter(p, start, (size_t)(at - start), arena);
            start = at + 1;
        }
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
    }
}

// ---- the syntax tree ----
// The last type that the line of typedef 'i' shows; NULL: it is invalid.
static const char *shown_type(const char *tree, uint32_t i, Arena *arena) {
    char name[40];
    snprintf(name, sizeof name, " " PROBE "%u '", i);
    for (const char *line = tree; (line = strstr(line, "TypedefDecl 0x"));) {
        size_t n = strcspn(line, "\n");
        char *text = arena_strndup(arena, line, n);
        line += n;
        const char *at = strstr(text, name);
        if (!at || strstr(text, " invalid " PROBE))
            continue;
        at += strlen(name);
        const char *plain = strstr(at, "':'");
        at = plain ? plain + 3 : at;
        return arena_strndup(arena, at, strcspn(at, "'"));
    }
    return NULL;
}

static bool ask(const FrontendInput *in, const SourceFile *file, const Text *probes, Text *tree, Reason *why) {
    SourceFile probed = *file;
    probed.appended = probes->at;
    bool good = clang_text(in, &probed, CLANG_TYPES, tree, why);
    vec_push(tree, 0);
    return good;
}

bool prototypes_read(const FrontendInput *in, const SourceFile *file, uint32_t n, const char *const names[],
                     Arena *arena, Prototypes *out, Reason *why) {
    assert(n && !out->count);
    Text probes = { 0 }, tree = { 0 };
    for (uint32_t i = 0; i < n; i++)
        text_add(&probes, "typedef __typeof__(%s) " PROBE "%u;\n", names[i], i);
    bool good = ask(in, file, &probes, &tree, why);
    for (uint32_t i = 0; good && i < n; i++) {
        const char *type = shown_type(tree.at, i, arena);
        Prototype *p = vec_add(out);
        if (type)
            split(p, type, arena);
    }
    vec_free(&probes);
    vec_free(&tree);
    return good;
}

// ---- plain types ----
static uint64_t shown_size(const char *tree, uint32_t i) {
    char name[40];
    snprintf(name, sizeof name, " " PROBE "s%u '", i);
    const char *at = strstr(tree, name), *end = at ? strstr(at, "Dumping") : NULL,
               *value = at ? strstr(at, "value: Int ") : NULL;
    return value && (!end || value < end) ? strtoull(value + strlen("value: Int "), NULL, 10) : 0;
}

bool plain_types_read(const FrontendInput *in, const SourceFile *file, uint32_t n, const char *const types[],
                      Arena *arena, PlainTypes *out, Reason *why) {
    assert(!out->count);
    Text probes = { 0 }, tree = { 0 };
    text_add(&probes, "%s", "");
    for (uint32_t i = 0; i < n; i++)
        text_add(&probes,
                 "typedef __typeof__(%s) " PROBE "%u;\n"
                 "enum { " PROBE "s%u = sizeof(*(__typeof__(%s))0) };\n",
                 types[i], i, i, types[i]);
    bool good = ask(in, file, &probes, &tree, why);
    for (uint32_t i = 0; good && i < n; i++) {
        PlainType type = { .text = shown_type(tree.at, i, arena) };
        size_t length = type.text ? strlen(type.text) : 0;
        bool to_void = type.text && (!strncmp(type.text, "void *", 6) || !strncmp(type.text, "const void *", 12));
        type.pointee = length && !to_void && !strchr(type.text, '(') ? shown_size(tree.at, i) : 0;
        vec_push(out, type);
    }
    vec_free(&probes);
    vec_free(&tree);
    return good;
}
