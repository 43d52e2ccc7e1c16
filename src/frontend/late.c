// late.c - a scan of external declarations
//
// A declaration ends with a ';' outside of braces, or with the body of a function: braces behind a ')'.
#include "frontend/late.h"
#include "base/map.h"
#include "base/vec.h"
#include <ctype.h>

typedef struct Word {
    const char *at;
    size_t length;
} Word;

typedef struct Scan {
    const char *at;
    uint32_t braces, brackets; // open ones; brackets: round
    uint32_t attribute;        // round brackets that were open where the attribute began, plus 1; 0: in none
    bool body;                 // the braces are a function's
    bool marked;               // the declaration has one of the attributes
    char last;                 // character that is no blank
    VEC(Word) words;           // of the declaration, without its attributes
    VEC(Word) heads;           // those before a '(' that is in no other
    Map defined;               // hash of a name: a function that has had its body
} Scan;

static bool is(Word w, const char *text) {
    return w.length == strlen(text) && !memcmp(w.at, text, w.length);
}

static bool is_mark(Word w) {
    static const char *const marks[] = { "constructor", "__constructor__", "destructor", "__destructor__" };
    for (size_t i = 0; i < COUNT(marks); i++)
        if (is(w, marks[i]))
            return true;
    return false;
}

static uint64_t key_of(Word w) {
    return hash_bytes(w.at, w.length, 1);
}

static void end_declaration(Scan *s) {
    s->words.count = s->heads.count = 0;
    s->marked = false;
}

static void scan_word(Scan *s) {
    Word w = { s->at, 0 };
    while (isalnum((unsigned char)*s->at) || *s->at == '_' || *s->at == '$')
        s->at++;
    w.length = (size_t)(s->at - w.at);
    assert(w.length);
    s->last = 'a';
    if (s->braces)
        return;
    s->marked |= is_mark(w);
    if (s->attribute || is_mark(w))
        return;
    if (is(w, "__attribute__") || is(w, "__attribute")) {
        s->attribute = s->brackets + 1;
        return;
    }
    vec_push(&s->words, w);
    if (!s->brackets && s->at[strspn(s->at, " \t\n")] == '(')
        vec_push(&s->heads, w);
}

static void skip_quoted(Scan *s) {
    char quote = *s->at++;
    while (*s->at && *s->at != quote)
        s->at += s->at[0] == '\\' && s->at[1] ? 2 : 1;
    s->at += *s->at != 0;
    s->last = quote;
}

static void open_brace(Scan *s) {
    if (!s->braces)
        s->body = s->last == ')' && !s->brackets;
    for (uint32_t i = 0; !s->braces && s->body && i < s->heads.count; i++)
        map_put(&s->defined, key_of(s->heads.at[i]), 1);
    s->braces++;
}

static void close_brace(Scan *s) {
    s->braces -= s->braces > 0;
    if (!s->braces && s->body)
        end_declaration(s);
    s->body = s->body && s->braces;
}

static void close_bracket(Scan *s) {
    s->brackets -= s->brackets > 0;
    if (s->attribute && s->brackets + 1 == s->attribute)
        s->attribute = 0;
}

static void scan_sign(Scan *s) {
    char c = *s->at++;
    if (c == '{')
        open_brace(s);
    else if (c == '}')
        close_brace(s);
    else if (!s->braces && c == '(')
        s->brackets++;
    else if (!s->braces && c == ')')
        close_bracket(s);
    s->last = c;
}

// At the ';' of a declaration: the function it makes one of those, though it has its body already.
static const char *late_here(Scan *s, Arena *arena) {
    const char *found = NULL;
    for (uint32_t i = 0; s->marked && !found && i < s->words.count; i++)
        if (map_find(&s->defined, key_of(s->words.at[i])))
            found = arena_strndup(arena, s->words.at[i].at, s->words.at[i].length);
    end_declaration(s);
    return found;
}

const char *late_attribute(const char *text, Arena *arena) {
    Scan s = { .at = text, .last = '\n' };
    const char *found = NULL;
    while (*s.at && !found) {
        char c = *s.at;
        if (c == '#' && (s.at == text || s.at[-1] == '\n'))
            s.at += strcspn(s.at, "\n");
        else if (isspace((unsigned char)c))
            s.at++;
        else if (isalnum((unsigned char)c) || c == '_' || c == '$')
            scan_word(&s);
        else if (c == '"' || c == '\'')
            skip_quoted(&s);
        else if (c == ';' && !s.braces && !s.brackets) {
            found = late_here(&s, arena);
            s.last = *s.at++;
        } else
            scan_sign(&s);
    }
    vec_free(&s.words);
    vec_free(&s.heads);
    map_free(&s.defined);
    return found;
}

bool late_is_possible(const char *text) {
    if (strstr(text, "structor"))
        return true;
    for (const char *at = text; (at = strstr(at, "include")); at++)
        if (at[7 + strspn(at + 7, " \t")] == '"')
            return true;
    return false;
}
