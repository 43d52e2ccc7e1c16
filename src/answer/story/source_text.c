#include "answer/story/source_text.h"
#include <ctype.h>

enum { MOST_BYTES = 16 << 20, LONGEST_LINE = 70 };

typedef struct Source {
    const char *name; // as the compiler says
    char *text;       // NULL: not to be used
    VecU32 lines;     // where each starts
} Source;

struct SourceText {
    const FrontendInput *in;
    Arena *arena;
    VEC(Source) files;
};

SourceText *source_text_new(const FrontendInput *in) {
    SourceText *s = base_alloc(sizeof *s);
    s->in = in;
    s->arena = arena_new();
    return s;
}

void source_text_free(SourceText *s) {
    for (uint32_t i = 0; i < s->files.count; i++) {
        free(s->files.at[i].text);
        vec_free(&s->files.at[i].lines);
    }
    vec_free(&s->files);
    arena_free(s->arena);
    free(s);
}

// ---- files ----
static bool names_path(const char *path, const char *name) {
    size_t n = strlen(path), m = strlen(name);
    return n >= m && !strcmp(path + n - m, name) && (n == m || path[n - m - 1] == '/');
}

static const char *path_of(const SourceText *s, const char *name) {
    for (uint32_t i = 0; i < s->in->files.count; i++)
        if (names_path(s->in->files.at[i].path, name))
            return s->in->files.at[i].path;
    return NULL;
}

static char *read_text(const char *path) {
    FILE *in = path ? fopen(path, "rb") : NULL;
    if (!in)
        return NULL;
    Text text = { 0 };
    vec_reserve(&text, 1 << 16);
    for (size_t n; text.count < MOST_BYTES && (n = fread(text.at + text.count, 1, text.room - text.count, in));) {
        text.count += (uint32_t)n;
        vec_reserve(&text, text.count + (1 << 16));
    }
    fclose(in);
    vec_push(&text, 0);
    return text.at;
}

// "# 12 "file"" and "#line 12": what the preprocessor leaves.
static bool is_marker(const char *line) {
    if (*line++ != '#')
        return false;
    while (*line == ' ' || *line == '\t')
        line++;
    return isdigit((unsigned char)*line) || !strncmp(line, "line", 4);
}

static void read_source(SourceText *s, Source *source) {
    source->text = read_text(path_of(s, source->name));
    if (!source->text)
        return;
    bool markers = is_marker(source->text);
    vec_push(&source->lines, 0);
    for (uint32_t i = 0; source->text[i]; i++)
        if (source->text[i] == '\n') {
            vec_push(&source->lines, i + 1);
            markers |= is_marker(source->text + i + 1);
        }
    if (markers) {
        free(source->text);
        source->text = NULL;
    }
}

static const Source *source_of(SourceText *s, const char *name) {
    for (uint32_t i = 0; i < s->files.count; i++)
        if (!strcmp(s->files.at[i].name, name))
            return &s->files.at[i];
    Source *source = vec_add(&s->files);
    source->name = arena_strdup(s->arena, name);
    read_source(s, source);
    return source;
}

// ---- lines ----
const char *source_text_line(SourceText *s, const char *file, uint32_t line) {
    const Source *source = file && line ? source_of(s, file) : NULL;
    if (!source || !source->text || line > source->lines.count)
        return NULL;
    const char *from = source->text + source->lines.at[line - 1];
    size_t n = strcspn(from, "\n");
    for (size_t i = 0; i + 1 < n; i++)
        if (from[i] == '/' && (from[i + 1] == '/' || from[i + 1] == '*'))
            n = i;
    while (n && isspace((unsigned char)*from))
        from++, n--;
    while (n && (isspace((unsigned char)from[n - 1]) || from[n - 1] == '{'))
        n--;
    for (size_t i = 0; i < n; i++)
        if (!isprint((unsigned char)from[i]) && from[i] != '\t')
            return NULL;
    return n && n <= LONGEST_LINE ? arena_strndup(s->arena, from, n) : NULL;
}
