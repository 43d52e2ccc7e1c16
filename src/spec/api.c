#include "spec/api.h"
#include "base/options.h"
#include "spec/file.h"
#include <ctype.h>
#include <errno.h>

enum { LARGEST_API = 1 << 20, MOST_VALUES = 10000, LONGEST_SEQUENCE = 1000 };

typedef struct Line { // the one that is read
    Api *api;
    Arena *arena;
    uint32_t number;
    char *rest; // behind the first word
    Reason *why;
} Line;

static bool complain(const Line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool complain(const Line *l, const char *format, ...) {
    assert(l->api->path && l->number);
    Reason what;
    va_list list;
    va_start(list, format);
    vsnprintf(what.text, sizeof what.text, format, list);
    va_end(list);
    reason_set(l->why, "%.150s:%u: %.220s", l->api->path, l->number, what.text);
    return false;
}

void api_free(Api *api) {
    ApiTexts *const texts[] = { &api->includes, &api->declarations, &api->starts, &api->functions,
                                &api->checks,   &api->predicates,   &api->finals };
    for (size_t i = 0; i < COUNT(texts); i++)
        vec_free(texts[i]);
    for (uint32_t i = 0; i < api->values.count; i++)
        vec_free(&api->values.at[i].values);
    vec_free(&api->values);
    vec_free(&api->bounds);
}

// ---- words ----
static size_t identifier(const char *text) {
    size_t n = 0;
    if (isalpha((unsigned char)*text) || *text == '_')
        while (isalnum((unsigned char)text[n]) || text[n] == '_')
            n++;
    return n;
}

static char *trim(char *text) {
    text += strspn(text, " \t\r");
    size_t n = strlen(text);
    while (n && strchr(" \t\r;", text[n - 1]))
        text[--n] = 0;
    return text;
}

// Where an operator or a comma stands outside of brackets and quotes; NULL: nowhere.
static char *find_outside(char *text, const char *signs) {
    int depth = 0;
    char quote = 0;
    for (char *c = text; *c; c++) {
        if (quote) {
            c += *c == '\\' && c[1];
            quote = *c == quote ? 0 : quote;
        } else if (*c == '"' || *c == '\'') {
            quote = *c;
        } else if (strchr("([{", *c)) {
            depth++;
        } else if (strchr(")]}", *c)) {
            depth--;
        } else if (!depth && strchr(signs, *c)) {
            return c;
        }
    }
    return NULL;
}

// ---- the kinds of lines ----
static bool add_text(Line *l, ApiTexts *texts) {
    if (!*l->rest)
        return complain(l, "something is missing behind the first word");
    vec_push(texts, (ApiText){ l->rest, l->number });
    return true;
}

static bool read_include(Line *l) {
    size_t n = strlen(l->rest);
    bool quoted = n > 2 && l->rest[0] == '"' && l->rest[n - 1] == '"';
    bool angled = n > 2 && l->rest[0] == '<' && l->rest[n - 1] == '>';
    if (!quoted && !angled)
        return complain(l, "include needs a file in quotes or angle brackets, not '%.60s'", l->rest);
    return add_text(l, &l->api->includes);
}

static bool read_functions(Line *l) {
    char *rest = NULL;
    if (!*l->rest)
        return complain(l, "functions needs the names of functions");
    for (char *name = strtok_r(l->rest, " \t,", &rest); name; name = strtok_r(NULL, " \t,", &rest)) {
        if (!*name || identifier(name) != strlen(name))
            return complain(l, "'%.60s' is not the name of a function", name);
        vec_push(&l->api->functions, (ApiText){ name, l->number });
    }
    return true;
}

// "struct tree *t = tree_new()"
static bool read_container(Line *l) {
    assert(l->rest);
    ApiContainer *c = &l->api->container;
    if (c->line)
        return complain(l, "there is a container already, in line %u", c->line);
    char *equals = find_outside(l->rest, "=");
    if (equals) {
        *equals = 0;
        c->value = trim(equals + 1);
    }
    c->declaration = trim(l->rest);
    c->line = l->number;
    size_t n = strlen(c->declaration), start = n;
    while (start && (isalnum((unsigned char)c->declaration[start - 1]) || c->declaration[start - 1] == '_'))
        start--;
    c->name = c->declaration + start;
    if (!start || !identifier(c->name) || (equals && !*c->value))
        return complain(l, "a container is declared as 'container TYPE NAME' or 'container TYPE NAME = VALUE'");
    return true;
}

static bool read_length(Line *l) {
    char *end;
    errno = 0;
    unsigned long n = strtoul(l->rest, &end, 10);
    if (end == l->rest || *end || errno || !n || n > LONGEST_SEQUENCE)
        return complain(l, "length needs a number from 1 to %d, not '%.60s'", LONGEST_SEQUENCE, l->rest);
    l->api->length = (uint32_t)n;
    return true;
}

// ---- values ----
static bool read_number(const char *text, const char **end, int64_t *number) {
    char *behind;
    errno = 0;
    *number = strtoll(text, &behind, 0);
    *end = behind + strspn(behind, " \t");
    return behind != text && !errno;
}

typedef struct Bounds {
    int64_t least, greatest;
    bool any;
} Bounds;

static void widen(Bounds *b, int64_t number) {
    b->least = b->any && b->least < number ? b->least : number;
    b->greatest = b->any && b->greatest > number ? b->greatest : number;
    b->any = true;
}

// "0..4", a number, or any expression.
static bool add_values(const Line *l, char *text, ApiValues *v, Bounds *b) {
    assert(text && l->number == v->line);
    int64_t first, last;
    const char *end;
    if (!*text)
        return complain(l, "a value is missing");
    bool number = read_number(text, &end, &first);
    bool range = number && !strncmp(end, "..", 2);
    if (!range) {
        if (number && !*end)
            widen(b, first);
        vec_push(&v->values, text);
        return true;
    }
    if (!read_number(end + 2, &end, &last) || *end || last < first)
        return complain(l, "'%.60s' is not a range such as 0..4", text);
    if ((uint64_t)last - (uint64_t)first >= MOST_VALUES)
        return complain(l, "the range %.60s has more than %d values", text, MOST_VALUES);
    widen(b, first);
    widen(b, last);
    for (int64_t i = first; i <= last; i++)
        vec_push(&v->values, arena_printf(l->arena, "%lld", (long long)i));
    return true;
}

// "[[FUNCTION.]PARAMETER =] VALUE, ..."
static bool read_values(Line *l) {
    ApiValues v = { .line = l->number };
    Bounds bounds = { 0 };
    char *at = l->rest;
    size_t n = identifier(at), m = at[n] == '.' ? identifier(at + n + 1) : 0;
    char *equals = at + (m ? n + 1 + m : n);
    equals += strspn(equals, " \t");
    if (n && *equals == '=' && equals[1] != '=') {
        v.function = m ? arena_strndup(l->arena, at, n) : NULL;
        v.parameter = m ? arena_strndup(l->arena, at + n + 1, m) : arena_strndup(l->arena, at, n);
        at = equals + 1;
    }
    for (char *comma; (comma = find_outside(at, ",")); at = comma + 1) {
        *comma = 0;
        if (!add_values(l, trim(at), &v, &bounds))
            break;
    }
    bool good = !*l->why->text && add_values(l, trim(at), &v, &bounds);
    vec_push(&l->api->values, v);
    if (bounds.any) {
        vec_push(&l->api->bounds, bounds.least);
        vec_push(&l->api->bounds, bounds.greatest);
    }
    return good;
}

// ---- the file ----
typedef struct Word {
    const char *word;
    bool (*read)(Line *l); // or
    size_t texts;          // the place of an ApiTexts in Api
} Word;

static const Word words[] = {
    { "include", read_include, 0 },
    { "declare", NULL, offsetof(Api, declarations) },
    { "container", read_container, 0 },
    { "start", NULL, offsetof(Api, starts) },
    { "functions", read_functions, 0 },
    { "values", read_values, 0 },
    { "check", NULL, offsetof(Api, checks) },
    { "predicate", NULL, offsetof(Api, predicates) },
    { "finally", NULL, offsetof(Api, finals) },
    { "length", read_length, 0 },
};

static bool read_line(Line *l, char *text) {
    assert(*text);
    size_t n = strcspn(text, " \t");
    const char *known[COUNT(words)];
    for (size_t i = 0; i < COUNT(words); i++) {
        known[i] = words[i].word;
        if (strlen(words[i].word) != n || strncmp(words[i].word, text, n) != 0)
            continue;
        l->rest = trim(text + n);
        return words[i].read ? words[i].read(l) : add_text(l, (ApiTexts *)((char *)l->api + words[i].texts));
    }
    const char *nearest = options_nearest(arena_strndup(l->arena, text, n), known, COUNT(known));
    return complain(l, "unknown word '%.*s'%s%s%s", n < 60 ? (int)n : 60, text, nearest ? "; did you mean " : "",
                    nearest ? nearest : "", nearest ? "?" : "");
}

// '#' at the start or behind a blank, outside of quotes.
static void cut_comment(char *text) {
    for (char *at = text, *sign; (sign = find_outside(at, "#")); at = sign + 1)
        if (sign == text || isblank((unsigned char)sign[-1])) {
            *sign = 0;
            return;
        }
}

static bool is_complete(Line *l) {
    if (!l->api->container.line)
        return complain(l, "no container is given: 'container TYPE NAME = VALUE'");
    if (!l->api->includes.count && !l->api->declarations.count)
        return complain(l, "nothing declares the functions: 'include \"FILE.h\"'");
    return true;
}

bool api_parse(const char *path, const char *text, Arena *arena, Api *api, Reason *why) {
    assert(path && text);
    *api = (Api){ .path = path, .directory = path_directory(path, arena) };
    Line l = { .api = api, .arena = arena, .why = why };
    why->text[0] = 0;
    for (char *at = arena_strdup(arena, text), *end = at; end; at = end + 1) {
        l.number++;
        end = strchr(at, '\n');
        if (end)
            *end = 0;
        cut_comment(at);
        at = trim(at);
        if (*at && !read_line(&l, at))
            return false;
    }
    return is_complete(&l);
}

bool api_read(const char *path, Arena *arena, Api *api, Reason *why) {
    assert(path && *path);
    *api = (Api){ 0 };
    char *text = file_read(path, LARGEST_API, arena, NULL, why);
    return text && api_parse(path, text, arena, api, why);
}
