#include "answer/replay/world.h"
#include "frontend/library.h"
#include <string.h>

// Files of models with inputs, in an order in which those that are needed come later.
static const struct WorldFile {
    const char *name;
    const char *needs; // other files
    const char *only;  // these names; NULL: all
} world_files[] = {
    { "wchar.c", "printf.c scanf.c stdio.c descriptor.c", NULL },
    { "scanf.c", "stdio.c descriptor.c", NULL },
    { "printf.c", "stdio.c descriptor.c", NULL },
    { "stdio.c", "descriptor.c", NULL },
    { "unistd.c", "descriptor.c", NULL },
    { "descriptor.c", "", NULL },
    { "time.c", "", NULL },
    { "netdb.c", "", NULL },
    { "env.c", "", NULL },
    { "error.c", "", NULL },
    { "stdlib.c", "", "drand48 lrand48 mrand48 rand rand_r random srand srand48 srandom system" },
};

// Inputs of functions that stay those of the library.
static const char other_inputs[] = "comparisons of qsort;order of equal elements;";

const char *world_file(size_t i) {
    return i < COUNT(world_files) ? world_files[i].name : NULL;
}

static bool has_word(const char *words, const char *word, char separator) {
    size_t n = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += n)
        if ((at == words || at[-1] == separator) && (!at[n] || at[n] == separator))
            return true;
    return false;
}

static bool has_text(const Texts *texts, const char *text) {
    for (uint32_t i = 0; i < texts->count; i++)
        if (!strcmp(texts->at[i], text))
            return true;
    return false;
}

// ---- the plan ----
// The file of the name's model; NULL: the library's own function serves.
static const struct WorldFile *file_for(const char *name) {
    assert(*name);
    const char *file = strncmp(name, "__hone_", 7) ? library_file(name) : NULL;
    for (size_t i = 0; file && i < COUNT(world_files); i++)
        if (!strcmp(world_files[i].name, file))
            return !world_files[i].only || has_word(world_files[i].only, name, ' ') ? &world_files[i] : NULL;
    return NULL;
}

// Is the function of that name one without body in the Program?
static bool is_outside(const Program *p, const char *name) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *cmd = &p->edges.at[e].cmd;
        bool input = cmd->kind == CMD_INPUT && cmd->input == INPUT_EXTERNAL;
        if (p->edges.at[e].from && (input || cmd_is_outside(cmd)) && !strcmp(program_text(p, cmd->text), name))
            return true;
    }
    return false;
}

static void find_names(World *w, const Program *p, const Symbols *symbols, Arena *arena) {
    for (uint32_t i = 0; i < symbols->all.count; i++) {
        const char *name = name_text(symbols->names, symbols->all.at[i]);
        if (symbols_lack(symbols, name) && file_for(name) && !is_outside(p, name))
            vec_push(&w->names, arena_strdup(arena, name));
    }
}

static void find_files(World *w) {
    for (size_t i = 0; i < COUNT(world_files); i++) {
        const char *name = world_files[i].name;
        bool needed = false;
        for (uint32_t k = 0; k < w->names.count; k++)
            needed |= file_for(w->names.at[k]) == &world_files[i];
        for (size_t k = 0; k < i; k++)
            needed |= has_text(&w->files, world_files[k].name) && has_word(world_files[k].needs, name, ' ');
        if (needed)
            vec_push(&w->files, name);
    }
}

// Is it an input in one of the files?
static bool is_of_files(const World *w, const Program *p, const Edge *e) {
    const char *path = e->pos.file ? program_text(p, p->files.at[e->pos.file]) : "", *name = strrchr(path, '/');
    return file_is_model(path) && (has_text(&w->files, name ? name + 1 : path) || !strcmp(name ? name : "", "/libc.h"));
}

// A name that other models use as well, or one of a printf whose format Hone does not know, is nobody's.
static void find_inputs(World *w, const Program *p, Arena *arena) {
    assert(w->files.count && !w->inputs.count);
    Texts others = { 0 };
    bool open_format = program_find_func(p, "__hone_printf") != 0;
    for (int pass = 0; pass < 2; pass++)
        for (EdgeId id = 1; id < p->edges.count; id++) {
            const Edge *e = &p->edges.at[id];
            if (!e->from || e->cmd.kind != CMD_INPUT || e->cmd.input != INPUT_LIBRARY)
                continue;
            const char *name = program_text(p, e->cmd.text);
            const char *path = e->pos.file ? program_text(p, p->files.at[e->pos.file]) : "";
            bool ours = is_of_files(w, p, e) && !strstr(other_inputs, arena_printf(arena, "%s;", name)) &&
                        !(open_format && strstr(path, "/printf.c"));
            if (pass == 0 && !ours && !has_text(&others, name))
                vec_push(&others, name);
            if (pass == 1 && ours && !has_text(&others, name) && !has_text(&w->inputs, name))
                vec_push(&w->inputs, arena_strdup(arena, name));
        }
    vec_free(&others);
}

void world_plan(World *w, const Program *p, const Symbols *symbols, Arena *arena) {
    assert(!w->files.count && !w->names.count);
    find_names(w, p, symbols, arena);
    find_files(w);
    if (w->files.count)
        find_inputs(w, p, arena);
}

void world_free(World *w) {
    vec_free(&w->files);
    vec_free(&w->names);
    vec_free(&w->inputs);
}

bool world_gives(const World *w, const char *input) {
    return has_text(&w->inputs, input);
}

// ---- texts ----
static void write_name(const char *name, size_t n, FILE *out) {
    assert(n && n <= strlen(name));
    fprintf(out, "%.*s " WORLD_PREFIX "%.*s\n", (int)n, name, (int)n, name);
}

void world_write_names(const World *w, bool program, FILE *out) {
    const char *names, *file;
    for (uint32_t i = 0; program && i < w->names.count; i++)
        write_name(w->names.at[i], strlen(w->names.at[i]), out);
    for (size_t i = 0; !program && (file = library_model(i, &names)); i++)
        for (size_t n; has_text(&w->files, file) && *names; names += n + strspn(names + n, " ")) {
            n = strcspn(names, " ");
            if (strncmp(names, "__hone_", 7) != 0)
                write_name(names, n, out);
        }
}

static const char commands[] =
    "static int hone_is_given(const char *input) {\n"
    "    for (unsigned i = 0; hone_given[i]; i++)\n"
    "        if (!strcmp(hone_given[i], input))\n"
    "            return 1;\n"
    "    return 0;\n"
    "}\n\n"
    "#define HONE_INPUT(name, type) \\\n"
    "    type __hone_input_##name(const char *input) { \\\n"
    "        return (type)(hone_is_given(input) ? hone_feed_integer(input) : 0); \\\n"
    "    }\n"
    "#define HONE_FLOAT(name, type, part) \\\n"
    "    type __hone_input_##name(const char *input) { \\\n"
    "        return hone_is_given(input) ? hone_feed_##part(input) : 0; \\\n"
    "    }\n"
    "_Bool __hone_input_bool(const char *input) {\n"
    "    return hone_is_given(input) && (hone_feed_integer(input) & 1);\n"
    "}\n"
    "HONE_INPUT(char, char)\n"
    "HONE_INPUT(uchar, unsigned char)\n"
    "HONE_INPUT(int, int)\n"
    "HONE_INPUT(uint, unsigned)\n"
    "HONE_INPUT(long, long)\n"
    "HONE_INPUT(ulong, unsigned long)\n"
    "HONE_INPUT(longlong, long long)\n"
    "HONE_INPUT(ulonglong, unsigned long long)\n"
    "HONE_INPUT(size, size_t)\n"
    "HONE_FLOAT(float, float, f32)\n"
    "HONE_FLOAT(double, double, f64)\n"
    "HONE_FLOAT(longdouble, long double, f80)\n\n"
    "void __hone_assume(int condition) {\n    if (!condition)\n        hone_exit(0);\n}\n\n"
    "void __hone_trap(const char *why) {\n    abort();\n}\n\n"
    "void __hone_abort(const char *why) {\n    abort();\n}\n\n"
    "void __hone_unmodelled(const char *why) {\n    hone_exit(0);\n}\n\n"
    "void __hone_odd_format(const char *why) {\n    hone_exit(0);\n}\n\n"
    "void __hone_odd_scan_format(const char *why) {\n    hone_exit(0);\n}\n\n"
    "void __hone_wrong(const char *why) {\n}\n\n" // where memory is checked
    "void __hone_exit(int code) {\n    hone_exit(code);\n}\n\n"
    "void __hone_end(int code) {\n    exit(code);\n}\n\n"
    "void *__hone_malloc(size_t bytes) {\n    return calloc(1, bytes ? bytes : 1);\n}\n\n"
    "void *__hone_lend(size_t bytes) {\n    return __hone_malloc(bytes);\n}\n\n"
    "void *__hone_allocate(const char *function, size_t bytes) {\n    return __hone_malloc(bytes);\n}\n\n"
    "void __hone_free(void *block) {\n    free(block);\n}\n\n"
    "size_t __hone_object_size(const void *block) {\n    return 0;\n}\n\n"
    "int __hone_may_fork(void) {\n    return 1;\n}\n\n"
    "void __hone_atomic_begin(void) {\n}\n\n"
    "void __hone_atomic_end(void) {\n}\n\n"
    "int *__hone_errno(void) {\n    return &errno;\n}\n\n"
    "void __hone_set_error(int error) {\n    errno = error >= 1 && error <= 133 ? error : 1;\n}\n\n"
    "void __hone_any_errno(void) {\n    if (__hone_input_bool(\"errno\"))\n"
    "        __hone_set_error(__hone_input_int(\"errno\"));\n}\n\n";

void world_write_driver(const World *w, FILE *out) {
    if (!w->files.count)
        return;
    fprintf(out, "#include <errno.h>\n\n// what models of the library (library_*.c) ask for and the vector has\n"
                 "static const char *const hone_given[] = {\n");
    for (uint32_t i = 0; i < w->inputs.count; i++)
        fprintf(out, "    \"%s\",\n", w->inputs.at[i]);
    fprintf(out, "    0,\n};\n%s", commands);
}
