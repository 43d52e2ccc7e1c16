#include "answer/story/source.h"
#include "spec/file.h"
#include <ctype.h>

enum { DEEPEST = 400, LARGEST = 1 << 28 };

// ---- lines ----
// A line marker: # 12 "file" ... or #line 12 "file".  Says how the next line is called.
static bool read_marker(Source *s, const char *line, const char *end, const char **file, uint32_t *number) {
    const char *at = line;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (at == end || *at++ != '#')
        return false;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (end - at > 4 && !strncmp(at, "line", 4))
        at += 4;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (at == end || !isdigit((unsigned char)*at))
        return false;
    uint64_t n = 0;
    for (; at < end && isdigit((unsigned char)*at) && n < UINT32_MAX; at++)
        n = 10 * n + (uint64_t)(*at - '0');
    *number = (uint32_t)n;
    const char *open = memchr(at, '"', (size_t)(end - at));
    const char *close = open ? memchr(open + 1, '"', (size_t)(end - open - 1)) : NULL;
    if (close)
        *file = arena_strndup(s->arena, open + 1, (size_t)(close - open - 1));
    return true;
}

void source_of_text(Source *s, const char *path, const char *text, uint32_t length, Arena *arena) {
    *s = (Source){ .path = path, .text = text, .length = length, .arena = arena };
    const char *file = path;
    uint32_t number = 1;
    (void)vec_add(&s->lines);
    for (uint32_t start = 0; start <= length;) {
        const char *newline = memchr(text + start, '\n', length - start);
        uint32_t end = newline ? (uint32_t)(newline - text) : length;
        vec_push(&s->lines, (SourceLine){ .start = start, .file = file, .line = number });
        if (!read_marker(s, text + start, text + end, &file, &number))
            number++;
        start = end + 1;
    }
    for (uint32_t i = s->lines.count; i-- > 1;) {
        s->lines.at[i].next = map_find(&s->called, s->lines.at[i].line);
        map_put(&s->called, s->lines.at[i].line, i);
    }
}

bool source_read(Source *s, const char *path, Arena *arena, Reason *why) {
    size_t length = 0;
    *s = (Source){ 0 };
    char *text = file_read(path, LARGEST, arena, &length, why);
    if (text)
        source_of_text(s, path, text, (uint32_t)length, arena);
    return text != NULL;
}

void source_free(Source *s) {
    vec_free(&s->lines);
    map_free(&s->called);
}

uint32_t source_offset(const Source *s, Place place) {
    if (!place.line || place.line >= s->lines.count || !place.column)
        return NOWHERE;
    uint32_t start = s->lines.at[place.line].start;
    uint32_t end = place.line + 1 < s->lines.count ? s->lines.at[place.line + 1].start : s->length;
    return place.column - 1 < end - start ? start + place.column - 1 : NOWHERE;
}

Place source_place(const Source *s, uint32_t offset) {
    assert(offset <= s->length);
    uint32_t low = 1, high = s->lines.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->lines.at[middle].start <= offset)
            low = middle;
        else
            high = middle;
    }
    return (Place){ low, offset - s->lines.at[low].start + 1 };
}

// The compiler may leave out the directories that a path shares with the current one.
bool same_file(const char *path, const char *name) {
    size_t n = strlen(path), m = strlen(name);
    if (n < m) {
        const char *swap = path;
        path = name, name = swap;
        size_t length = n;
        n = m, m = length;
    }
    return !strcmp(path + n - m, name) && (n == m || (m && path[n - m - 1] == '/'));
}

uint32_t source_find(const Source *s, const char *file, uint32_t line, uint32_t column, const char *word) {
    for (uint32_t i = map_find(&s->called, line); i; i = s->lines.at[i].next) {
        if (!same_file(s->lines.at[i].file, file))
            continue;
        uint32_t offset = source_offset(s, (Place){ i, column });
        if (offset != NOWHERE && (!word || token_is(s, source_token(s, offset), word)))
            return offset;
    }
    return NOWHERE;
}

// ---- tokens ----
static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 128;
}

static bool at_line_start(const Source *s, uint32_t at) {
    while (at > 0 && (s->text[at - 1] == ' ' || s->text[at - 1] == '\t'))
        at--;
    return at == 0 || s->text[at - 1] == '\n';
}

static uint32_t skip_to(const Source *s, uint32_t at, const char *end) {
    const char *found = memmem(s->text + at, s->length - at, end, strlen(end));
    return found ? (uint32_t)(found - s->text + (ptrdiff_t)strlen(end)) : s->length;
}

// Directives go on behind a backslash at the end of the line.
static uint32_t skip_directive(const Source *s, uint32_t at) {
    for (;;) {
        uint32_t end = skip_to(s, at, "\n");
        if (end < 2 || end == s->length || s->text[end - 2] != '\\')
            return end;
        at = end;
    }
}

static uint32_t skip_blank(const Source *s, uint32_t at) {
    for (;;) {
        char c = at < s->length ? s->text[at] : 0, next = at + 1 < s->length ? s->text[at + 1] : 0;
        if (at >= s->length)
            return s->length;
        if (isspace((unsigned char)c))
            at++;
        else if (c == '/' && next == '*')
            at = skip_to(s, at + 2 < s->length ? at + 2 : s->length, "*/");
        else if (c == '/' && next == '/')
            at = skip_to(s, at, "\n");
        else if (c == '\\' && next == '\n')
            at += 2;
        else if (c == '#' && at_line_start(s, at))
            at = skip_directive(s, at);
        else
            return at;
    }
}

static uint32_t skip_literal(const Source *s, uint32_t at) {
    char quote = s->text[at++];
    while (at < s->length && s->text[at] != quote && s->text[at] != '\n')
        at += s->text[at] == '\\' ? 2 : 1;
    return at < s->length ? at + 1 : s->length;
}

Token source_token(const Source *s, uint32_t from) {
    uint32_t at = skip_blank(s, from), end = at;
    if (at >= s->length)
        return (Token){ s->length, s->length, 0 };
    char c = s->text[at];
    if (isdigit((unsigned char)c)) { // with exponents: 1e+5, 0x1p-3
        while (end < s->length && (is_word(s->text[end]) || s->text[end] == '.' ||
                                   ((s->text[end] == '+' || s->text[end] == '-') && strchr("eEpP", s->text[end - 1]) &&
                                    !(s->text[at] == '0' && strchr("eE", s->text[end - 1]) &&
                                      (s->text[at + 1] == 'x' || s->text[at + 1] == 'X')))))
            end++;
        return (Token){ at, end, '0' };
    }
    if (is_word(c)) {
        while (end < s->length && is_word(s->text[end]))
            end++;
        return (Token){ at, end, 'w' };
    }
    if (c == '"' || c == '\'')
        return (Token){ at, skip_literal(s, at), '"' };
    return (Token){ at, at + 1, c };
}

bool token_is(const Source *s, Token token, const char *text) {
    size_t n = strlen(text);
    return token.end - token.start == n && !memcmp(s->text + token.start, text, n);
}

uint32_t source_closing(const Source *s, uint32_t open) {
    char stack[DEEPEST];
    int depth = 0;
    for (Token t = source_token(s, open); t.end > t.start; t = source_token(s, t.end)) {
        if (t.kind == '(' || t.kind == '[' || t.kind == '{') {
            if (depth == DEEPEST)
                return NOWHERE;
            stack[depth++] = t.kind == '(' ? ')' : t.kind == '[' ? ']' : '}';
        } else if (t.kind == ')' || t.kind == ']' || t.kind == '}') {
            if (!depth || stack[--depth] != t.kind)
                return NOWHERE;
        }
        if (!depth)
            return t.start != open ? t.start : NOWHERE;
    }
    return NOWHERE;
}

// ---- statements ----
static uint32_t behind_brackets(const Source *s, uint32_t from) {
    Token open = source_token(s, from);
    uint32_t close = open.kind == '(' ? source_closing(s, open.start) : NOWHERE;
    return close == NOWHERE ? NOWHERE : close + 1;
}

static uint32_t statement_end(const Source *s, uint32_t from, int depth);

static uint32_t behind_semicolon(const Source *s, uint32_t from) {
    for (Token t = source_token(s, from); t.end > t.start; t = source_token(s, t.end)) {
        if (t.kind == ';')
            return t.end;
        if (t.kind == '(' || t.kind == '[' || t.kind == '{') {
            t.end = source_closing(s, t.start);
            if (t.end++ == NOWHERE)
                return NOWHERE;
        } else if (t.kind == '}' || t.kind == ')') {
            return NOWHERE;
        }
    }
    return NOWHERE;
}

static uint32_t if_end(const Source *s, uint32_t from, int depth) {
    uint32_t at = behind_brackets(s, from);
    at = at == NOWHERE ? NOWHERE : statement_end(s, at, depth);
    Token t = at == NOWHERE ? (Token){ 0 } : source_token(s, at);
    return t.kind == 'w' && token_is(s, t, "else") ? statement_end(s, t.end, depth) : at;
}

static uint32_t do_end(const Source *s, uint32_t from, int depth) {
    uint32_t at = statement_end(s, from, depth);
    Token t = at == NOWHERE ? (Token){ 0 } : source_token(s, at);
    return t.kind == 'w' && token_is(s, t, "while") ? behind_semicolon(s, t.end) : NOWHERE;
}

// A label: NAME :, case ... :, default :
static uint32_t behind_label(const Source *s, Token first) {
    Token next = source_token(s, first.end);
    if (first.kind == 'w' && token_is(s, first, "case")) {
        while (next.end > next.start && next.kind != ':' && next.kind != ';')
            next = source_token(s, next.end);
        return next.kind == ':' ? next.end : NOWHERE;
    }
    return first.kind == 'w' && next.kind == ':' ? next.end : NOWHERE;
}

static uint32_t statement_end(const Source *s, uint32_t from, int depth) {
    Token t = source_token(s, from);
    if (depth > DEEPEST || t.end == t.start)
        return NOWHERE;
    uint32_t label = behind_label(s, t);
    if (label != NOWHERE)
        return statement_end(s, label, depth + 1);
    if (t.kind == '{') {
        uint32_t close = source_closing(s, t.start);
        return close == NOWHERE ? NOWHERE : close + 1;
    }
    if (t.kind == 'w' && token_is(s, t, "if"))
        return if_end(s, t.end, depth + 1);
    if (t.kind == 'w' && token_is(s, t, "do"))
        return do_end(s, t.end, depth + 1);
    if (t.kind == 'w' && (token_is(s, t, "while") || token_is(s, t, "for") || token_is(s, t, "switch"))) {
        uint32_t at = behind_brackets(s, t.end);
        return at == NOWHERE ? NOWHERE : statement_end(s, at, depth + 1);
    }
    return behind_semicolon(s, from);
}

uint32_t source_statement_end(const Source *s, uint32_t from) {
    return statement_end(s, from, 0);
}

uint32_t source_call_end(const Source *s, uint32_t from) {
    Token name = source_token(s, from), open = source_token(s, name.end);
    if (name.kind == '(') { // (f)(...)
        uint32_t close = source_closing(s, name.start);
        if (close == NOWHERE)
            return NOWHERE;
        open = source_token(s, close + 1);
    } else if (name.kind != 'w') {
        return NOWHERE;
    }
    return open.kind == '(' ? source_closing(s, open.start) : NOWHERE;
}

// ---- expressions ----
static bool is_type_word(const Source *s, Token t) {
    static const char *const words[] = { "int",    "unsigned", "signed",   "char",     "short", "long",
                                         "float",  "double",   "_Bool",    "struct",   "union", "enum",
                                         "static", "const",    "volatile", "register", "auto",  "extern" };
    for (size_t i = 0; i < COUNT(words); i++)
        if (token_is(s, t, words[i]))
            return true;
    return false;
}

// The tokens before 'end' of the block or file, as a list of starts: brackets can only be
// matched going forwards.
typedef struct Frame {
    char open;      // '(' '[' '{'
    uint32_t start; // of the expression that the bracket, or the last ';', begins
    bool control;   // '(' of if, while, for, switch
} Frame;

// In 'int x = a + b' and 'T x = a + b' the full expression is the initialiser.
static uint32_t behind_declarator(const Source *s, uint32_t start, uint32_t inside) {
    Token first = source_token(s, start), second = source_token(s, first.end);
    bool declares = first.kind == 'w' && (is_type_word(s, first) || (second.kind == 'w' && second.start < inside));
    if (first.kind == 'w' && (token_is(s, first, "return") || token_is(s, first, "else") || token_is(s, first, "do")))
        return first.end;
    uint32_t result = start;
    int depth = 0;
    for (Token t = first; declares && t.start < inside && t.end > t.start; t = source_token(s, t.end)) {
        Token next = source_token(s, t.end);
        depth += t.kind == '(' || t.kind == '[' || t.kind == '{';
        depth -= t.kind == ')' || t.kind == ']' || t.kind == '}';
        if (t.kind == '=' && !depth && next.kind != '=')
            result = t.end;
    }
    return result;
}

uint32_t source_expression_start(const Source *s, uint32_t inside) {
    Frame frames[DEEPEST];
    int depth = 0;
    Token before = { 0 };
    frames[0] = (Frame){ '{', 0, false };
    for (Token t = source_token(s, 0); t.end > t.start && t.start < inside; before = t, t = source_token(s, t.end)) {
        if (t.kind == '(' || t.kind == '[' || t.kind == '{') {
            bool control = before.kind == 'w' && (token_is(s, before, "if") || token_is(s, before, "while") ||
                                                  token_is(s, before, "for") || token_is(s, before, "switch"));
            if (++depth == DEEPEST)
                return NOWHERE;
            frames[depth] = (Frame){ t.kind, t.end, control && t.kind == '(' };
        } else if (t.kind == ')' || t.kind == ']' || t.kind == '}') {
            bool ends = frames[depth].control || t.kind == '}';
            depth -= depth > 0;
            if (ends)
                frames[depth].start = t.end;
        } else if (t.kind == ';' || (t.kind == ':' && frames[depth].open == '{' &&
                                     behind_label(s, source_token(s, frames[depth].start)) == t.end)) {
            frames[depth].start = t.end;
        }
    }
    while (depth > 0 && frames[depth].open != '{' && !frames[depth].control)
        depth--; // a bracket within the expression
    uint32_t start = behind_declarator(s, frames[depth].start, inside);
    Token t = source_token(s, start);
    return t.start <= inside ? t.start : NOWHERE;
}
