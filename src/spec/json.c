#include "spec/json.h"
#include <string.h>

enum { DEEPEST = 100 };

typedef struct Reader {
    const char *path, *at;
    unsigned line, depth;
    Arena *arena;
    Reason *why;
    bool failed;
} Reader;

static Json *read_value(Reader *r);

static void *fail(Reader *r, const char *what) {
    if (!r->failed)
        reason_set(r->why, "%.300s:%u: %s", r->path, r->line, what);
    r->failed = true;
    return NULL;
}

static char peek(Reader *r) {
    for (;; r->at++) {
        if (*r->at == '\n')
            r->line++;
        else if (*r->at != ' ' && *r->at != '\t' && *r->at != '\r')
            return *r->at;
    }
}

static bool take(Reader *r, char c) {
    if (peek(r) != c)
        return false;
    r->at++;
    return true;
}

// ---- strings ----
static int hex4(const char *at) {
    int value = 0;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

static char *put_utf8(char *out, uint32_t c) {
    assert(c && c < 0x110000);
    if (c < 0x80) {
        *out++ = (char)c;
    } else if (c < 0x800) {
        *out++ = (char)(0xC0 | c >> 6);
        *out++ = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *out++ = (char)(0xE0 | c >> 12);
        *out++ = (char)(0x80 | (c >> 6 & 0x3F));
        *out++ = (char)(0x80 | (c & 0x3F));
    } else {
        *out++ = (char)(0xF0 | c >> 18);
        *out++ = (char)(0x80 | (c >> 12 & 0x3F));
        *out++ = (char)(0x80 | (c >> 6 & 0x3F));
        *out++ = (char)(0x80 | (c & 0x3F));
    }
    return out;
}

// After a backslash and 'u': one code point, written as one or two (surrogates) groups of four digits.
static char *read_unicode(Reader *r, char *out) {
    int c = hex4(r->at);
    if (c <= 0) // \u0000 would end our text early
        return fail(r, "bad \\u in a string");
    r->at += 4;
    uint32_t code = (uint32_t)c;
    if (code >= 0xD800 && code < 0xDC00 && r->at[0] == '\\' && r->at[1] == 'u') {
        int low = hex4(r->at + 2);
        if (low >= 0xDC00 && low < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + ((uint32_t)low - 0xDC00);
            r->at += 6;
        }
    }
    return put_utf8(out, code);
}

static char *read_escape(Reader *r, char *out) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = *r->at;
    if (c == 'u') {
        r->at++;
        return read_unicode(r, out);
    }
    const char *known = c ? strchr(from, c) : NULL;
    if (!known)
        return fail(r, "bad escape in a string");
    r->at++;
    *out++ = to[known - from];
    return out;
}

static const char *read_string(Reader *r) {
    if (!take(r, '"'))
        return fail(r, "a string is expected here");
    // An escape is never shorter than what it stands for, so the length fits.
    size_t most = 0;
    while (r->at[most] && r->at[most] != '"')
        most += r->at[most] == '\\' && r->at[most + 1] ? 2 : 1;
    char *text = arena_alloc(r->arena, most + 1), *out = text;
    while (*r->at != '"') {
        if ((unsigned char)*r->at < 0x20)
            return fail(r, "this string does not end");
        if (*r->at != '\\') {
            *out++ = *r->at++;
            continue;
        }
        r->at++;
        out = read_escape(r, out);
        if (!out)
            return NULL;
    }
    r->at++;
    return text;
}

// ---- the other values ----
// Elements up to 'close', each with a name in an object.
static Json *read_elements(Reader *r, JsonKind kind, char close) {
    assert(kind == JSON_OBJECT || kind == JSON_ARRAY);
    Json *list = arena_alloc(r->arena, sizeof *list), *last = NULL;
    list->kind = kind;
    r->at++;
    if (++r->depth > DEEPEST)
        return fail(r, "nested too deeply");
    for (bool more = !take(r, close); more;) {
        const char *name = NULL;
        if (kind == JSON_OBJECT && (!(name = read_string(r)) || !take(r, ':')))
            return fail(r, "':' is expected here");
        Json *element = read_value(r);
        if (!element)
            return NULL;
        element->name = name;
        *(last ? &last->next : &list->first) = element;
        last = element;
        more = take(r, ',');
        if (!more && !take(r, close))
            return fail(r, kind == JSON_OBJECT ? "',' or '}' is expected here" : "',' or ']' is expected here");
    }
    r->depth--;
    return list;
}

// -?digits[.digits][(e|E)[+|-]digits]
static bool is_number(const char *text) {
    static const char digits[] = "0123456789";
    text += *text == '-';
    size_t n = strspn(text, digits);
    if (!n || (n > 1 && *text == '0'))
        return false;
    text += n;
    if (*text == '.') {
        n = strspn(text + 1, digits);
        text += n ? n + 1 : 0;
    }
    if (*text == 'e' || *text == 'E') {
        text++;
        text += *text == '+' || *text == '-';
        n = strspn(text, digits);
        if (!n)
            return false;
        text += n;
    }
    return !*text;
}

static Json *read_word(Reader *r) {
    size_t n = strspn(r->at, "abcdefghijklmnopqrstuvwxyzE0123456789+-.");
    Json *value = arena_alloc(r->arena, sizeof *value);
    value->text = arena_strndup(r->arena, r->at, n);
    if (!strcmp(value->text, "true") || !strcmp(value->text, "false"))
        value->kind = JSON_BOOL;
    else if (!strcmp(value->text, "null"))
        value->kind = JSON_NULL;
    else if (is_number(value->text))
        value->kind = JSON_NUMBER;
    else
        return fail(r, "a value is expected here");
    r->at += n;
    return value;
}

static Json *read_value(Reader *r) {
    switch (peek(r)) {
    case '{':
        return read_elements(r, JSON_OBJECT, '}');
    case '[':
        return read_elements(r, JSON_ARRAY, ']');
    case '"': {
        Json *value = arena_alloc(r->arena, sizeof *value);
        value->kind = JSON_STRING;
        value->text = read_string(r);
        return value->text ? value : NULL;
    }
    default:
        return read_word(r);
    }
}

const Json *json_parse(const char *path, const char *text, Arena *arena, Reason *why) {
    Reader r = { .path = path, .at = text, .line = 1, .arena = arena, .why = why };
    const Json *value = read_value(&r);
    if (value && peek(&r))
        return fail(&r, "nothing more is expected here");
    return value;
}

const Json *json_member(const Json *object, const char *name) {
    if (object->kind != JSON_OBJECT)
        return NULL;
    for (const Json *m = object->first; m; m = m->next)
        if (!strcmp(m->name, name))
            return m;
    return NULL;
}

const char *json_text(const Json *object, const char *name) {
    const Json *m = json_member(object, name);
    return m && m->kind == JSON_STRING ? m->text : NULL;
}
