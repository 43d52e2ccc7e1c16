#include "spec/rule/rule_lex.h"
#include <ctype.h>

enum { MOST_DEPTH = 200 };

void lex_fail(RuleReader *r, uint32_t line, const char *format, ...) {
    if (r->failed)
        return;
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    reason_set(r->why, "%.200s:%u: %s", r->path, line, text);
    r->failed = true;
    r->word = (Word){ WORD_END, "", 0, line };
}

bool word_is(const Word *w, const char *text) {
    return w->length == strlen(text) && !memcmp(w->at, text, w->length) && w->kind != WORD_END;
}

char *word_text(const RuleReader *r, const Word *w) {
    return arena_strndup(r->arena, w->at, w->length);
}

// ---- words ----
static void skip_comment(RuleReader *r) {
    assert(r->at[0] == '/');
    uint32_t start = r->line;
    if (r->at[1] == '/') {
        r->at += strcspn(r->at, "\n");
        return;
    }
    for (r->at += 2; *r->at && !(r->at[0] == '*' && r->at[1] == '/'); r->at++)
        r->line += *r->at == '\n';
    if (*r->at)
        r->at += 2;
    else
        lex_fail(r, start, "a comment has no end");
}

static void skip_blanks(RuleReader *r) {
    while (!r->failed) {
        if (r->at[0] == '/' && (r->at[1] == '/' || r->at[1] == '*')) {
            skip_comment(r);
        } else if (isspace((unsigned char)*r->at)) {
            r->line += *r->at++ == '\n';
        } else {
            return;
        }
    }
}

static bool in_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static uint32_t quoted_length(RuleReader *r) {
    assert(*r->at == '"' || *r->at == '\'');
    const char *at = r->at + 1;
    while (*at && *at != *r->at && *at != '\n')
        at += at[0] == '\\' && at[1] && at[1] != '\n' ? 2 : 1;
    if (*at != *r->at) {
        lex_fail(r, r->line, "a text has no closing %c", *r->at);
        return 0;
    }
    return (uint32_t)(at + 1 - r->at);
}

static uint32_t sign_length(const char *at) {
    static const char *const signs[] = { "...", "<<=", ">>=", "->", "==", "!=", "<=", ">=", "&&", "||", "++",
                                         "--",  "+=",  "-=",  "*=", "/=", "|=", "&=", "^=", "%=", "<<", ">>" };
    for (size_t i = 0; i < COUNT(signs); i++)
        if (!strncmp(at, signs[i], strlen(signs[i])))
            return (uint32_t)strlen(signs[i]);
    return 1;
}

static uint32_t run_length(const char *at, bool number) {
    uint32_t n = 0;
    while (in_name(at[n]) || (number && at[n] == '.'))
        n++;
    return n;
}

void lex_next(RuleReader *r) {
    assert(r->at && r->line);
    if (r->failed)
        return;
    skip_blanks(r);
    if (r->failed)
        return;
    Word w = { WORD_END, r->at, 0, r->line };
    char c = *r->at;
    if (isalpha((unsigned char)c) || c == '_') {
        w.kind = WORD_NAME;
        w.length = run_length(r->at, false);
    } else if (isdigit((unsigned char)c)) {
        w.kind = WORD_NUMBER;
        w.length = run_length(r->at, true);
    } else if (c == '$') {
        w.kind = WORD_DOLLAR;
        w.length = r->at[1] == '?' ? 2 : 1 + run_length(r->at + 1, false);
    } else if (c == '"' || c == '\'') {
        w.kind = WORD_TEXT;
        w.length = quoted_length(r);
    } else if (c == '#') {
        w.kind = WORD_INCLUDE;
        w.length = (uint32_t)strcspn(r->at, "\n");
    } else if (c) {
        w.kind = WORD_SIGN;
        w.length = sign_length(r->at);
    }
    r->at += w.length;
    if (!r->failed)
        r->word = w;
}

void lex_start(RuleReader *r, const char *path, const char *text, Arena *arena, Rule *rule, Reason *why) {
    assert(path && text && rule && why);
    *r = (RuleReader){ .path = path, .at = text, .line = 1, .arena = arena, .rule = rule, .why = why };
    lex_next(r);
}

bool lex_is(const RuleReader *r, const char *text) {
    return word_is(&r->word, text);
}

bool lex_take(RuleReader *r, const char *text) {
    bool is = lex_is(r, text);
    if (is)
        lex_next(r);
    return is;
}

static void fail_expected(RuleReader *r, const char *what) {
    if (r->word.kind == WORD_END)
        lex_fail(r, r->line, "%s is expected, and the file ends", what);
    else
        lex_fail(r, r->word.line, "%s is expected, not '%.*s'", what, r->word.length > 40 ? 40 : (int)r->word.length,
                 r->word.at);
}

bool lex_expect(RuleReader *r, const char *text) {
    char what[20];
    snprintf(what, sizeof what, "'%s'", text);
    if (lex_take(r, text))
        return true;
    fail_expected(r, what);
    return false;
}

const char *lex_name(RuleReader *r, const char *what) {
    if (r->word.kind != WORD_NAME) {
        fail_expected(r, what);
        return "";
    }
    const char *name = word_text(r, &r->word);
    lex_next(r);
    return name;
}

// ---- C text ----
static bool is_listed(const RuleReader *r, const Word *w, bool shadow) {
    uint32_t n = shadow ? r->shadow.count : r->names.count;
    const char **names = shadow ? r->shadow.at : r->names.at;
    for (uint32_t i = 0; i < n; i++)
        if (word_is(w, names[i]))
            return true;
    return false;
}

// Blanks and comments between two words: what is left of them is their line ends, so that lines keep their numbers.
static void add_blank(Text *out, uint32_t *line, const Word *next) {
    for (; *line < next->line; ++*line)
        text_add(out, "\n");
    if (out->count && out->at[out->count - 1] != '\n')
        text_add(out, " ");
}

static void add_word(Text *out, const Word *w) {
    text_add(out, "%.*s", (int)w->length, w->at);
}

static uint32_t parameter_of(RuleReader *r, const Code *code, const Word *w) {
    for (uint32_t i = 0; code->bindings && i < code->n_bindings; i++)
        if (word_is(w, code->bindings[i].name))
            return code->bindings[i].parameter;
    if (code->bindings) {
        lex_fail(r, w->line, "the pattern has no %.*s", (int)w->length, w->at);
        return 0;
    }
    if (word_is(w, "$return"))
        return RULE_RESULT;
    char *end;
    unsigned long k = w->length < 5 ? strtoul(w->at + 1, &end, 10) : 0;
    if (!k || end != w->at + w->length || k >= RULE_RESULT)
        lex_fail(r, w->line, "%.*s: a parameter is $1, $2, ... or $return", (int)w->length, w->at);
    return (uint32_t)k;
}

static void add_parameter(Code *code, uint32_t k, Text *out) {
    if (k == RULE_RESULT) {
        code->uses_result = true;
        text_add(out, "hone_return");
    } else {
        code->most = k > code->most ? k : code->most;
        text_add(out, "hone_%u", k);
    }
}

static void add_name(const RuleReader *r, const Word *w, Text *out) {
    text_add(out, "%s", rule_prefix(r->rule, r->arena));
    add_word(out, w);
}

// $k, or $k->field where the field is one of the shadow: state of the object that is followed.
static void take_parameter(RuleReader *r, Code *code, Text *out) {
    assert(r->word.kind == WORD_DOLLAR);
    uint32_t k = parameter_of(r, code, &r->word);
    Word w = r->word;
    lex_next(r);
    if (lex_is(r, "->") && r->shadow.count) {
        Word arrow = r->word;
        lex_next(r);
        if (is_listed(r, &r->word, true)) {
            if (code->through && code->through != k)
                lex_fail(r, w.line, "shadow fields of two objects in one event");
            code->through = k;
            if (k != RULE_RESULT && k > code->most)
                code->most = k;
            code->uses_result |= k == RULE_RESULT;
            add_name(r, &r->word, out);
            lex_next(r);
            return;
        }
        add_parameter(code, k, out);
        add_word(out, &arrow);
        if (r->word.kind == WORD_NAME) {
            add_word(out, &r->word);
            lex_next(r);
        }
        return;
    }
    add_parameter(code, k, out);
}

uint32_t code_abort(RuleReader *r, const char *text) {
    assert(text);
    vec_push(&r->rule->aborts, text);
    return r->rule->aborts.count;
}

// abort "text"; - the word 'abort' is the next one.  Gives the statement without its ';'.
static void take_abort(RuleReader *r, Text *out) {
    assert(lex_is(r, "abort"));
    lex_next(r);
    const char *text = "is violated";
    if (r->word.kind == WORD_TEXT && r->word.at[0] == '"') {
        text = arena_strndup(r->arena, r->word.at + 1, r->word.length - 2);
        lex_next(r);
    }
    if (!lex_is(r, ";"))
        fail_expected(r, "';' behind abort and its text");
    else
        text_add(out, "return %u", code_abort(r, text));
}

// __error__(); - what actions of BLAST call.
static void take_error(RuleReader *r, Text *out) {
    lex_next(r);
    if (lex_expect(r, "(") && lex_expect(r, ")"))
        text_add(out, "return %u", code_abort(r, "the action calls __error__()"));
}

static void take_word(RuleReader *r, Code *code, bool member, Text *out) {
    Word w = r->word;
    if (w.kind == WORD_DOLLAR) {
        take_parameter(r, code, out);
    } else if (member) {
        add_word(out, &w);
        lex_next(r);
    } else if (word_is(&w, "abort")) {
        take_abort(r, out);
    } else if (word_is(&w, "__error__")) {
        take_error(r, out);
    } else if (word_is(&w, "halt")) {
        text_add(out, "return %d", RULE_HALT);
        lex_next(r);
    } else if (word_is(&w, "return")) {
        lex_next(r);
        if (!lex_is(r, ";"))
            fail_expected(r, "';' behind return, which ends the event,");
        text_add(out, "return 0");
    } else {
        if (is_listed(r, &w, false))
            add_name(r, &w, out);
        else
            add_word(out, &w);
        lex_next(r);
    }
}

static int depth_change(const Word *w) {
    if (w->kind != WORD_SIGN || w->length != 1)
        return 0;
    return strchr("({[", *w->at) ? 1 : strchr(")}]", *w->at) ? -1 : 0;
}

// Brackets that are open, the innermost last.
typedef struct Brackets {
    int depth;
    char closing[MOST_DEPTH];
    uint32_t line[MOST_DEPTH];
} Brackets;

// False with a message: 'w' closes another bracket than the innermost, or is one too many.
static bool brackets_take(RuleReader *r, Brackets *b, const Word *w) {
    int change = depth_change(w);
    if (change > 0 && b->depth == MOST_DEPTH)
        lex_fail(r, w->line, "less nesting is expected");
    else if (change > 0) {
        b->line[b->depth] = w->line;
        b->closing[b->depth++] = *w->at == '(' ? ')' : *w->at == '{' ? '}' : ']';
    } else if (change < 0 && !b->depth)
        lex_fail(r, w->line, "'%c' closes nothing", *w->at);
    else if (change < 0 && b->closing[--b->depth] != *w->at)
        lex_fail(r, w->line, "'%c' is expected, which closes a bracket of line %u, not '%c'", b->closing[b->depth],
                 b->line[b->depth], *w->at);
    return !r->failed;
}

char *code_until(RuleReader *r, const char *end, Code *code) {
    assert(*end && (!code->bindings || code->n_bindings));
    Text out = { 0 };
    Brackets open = { 0 };
    uint32_t line = code->line = r->word.line;
    bool member = false;
    const char *start = r->word.at, *last = start;
    while (!r->failed && !(open.depth == 0 && lex_is(r, end))) {
        Word w = r->word;
        if (w.kind == WORD_END)
            fail_expected(r, *end == '}' ? "the '}' of a block" : "an end");
        if (r->failed || !brackets_take(r, &open, &w))
            break;
        add_blank(&out, &line, &w);
        take_word(r, code, member, &out);
        member = word_is(&w, ".") || word_is(&w, "->");
        last = w.at + w.length;
    }
    code->raw = arena_strndup(r->arena, start, (size_t)(last - start));
    text_add(&out, "%s", "");
    char *text = r->failed ? NULL : arena_strdup(r->arena, out.at);
    vec_free(&out);
    return text;
}

char *code_block(RuleReader *r, Code *code) {
    if (!lex_expect(r, "{"))
        return NULL;
    char *text = code_until(r, "}", code);
    return text && lex_expect(r, "}") ? text : NULL;
}

// ---- declarations of the state ----
typedef struct Declaring {
    Text out;
    uint32_t line;
    Brackets open;    // inside the block
    int enum_depth;   // the depth inside the braces of an enum; 0: in none
    bool enum_begins; // 'enum' was read, its braces were not
    bool initialiser; // behind a '=' at depth 0
    Word before;      // the word before
} Declaring;

static bool is_type_word(const Word *w) {
    return word_is(w, "struct") || word_is(w, "union") || word_is(w, "enum");
}

// Is the name, which 'next' follows, declared here?  An enumerator, or a variable.
static bool declares(const Declaring *d, const Word *w, const Word *next) {
    if (w->kind != WORD_NAME || is_type_word(&d->before))
        return false;
    if (d->enum_depth && d->open.depth == d->enum_depth)
        return word_is(&d->before, "{") || word_is(&d->before, ",");
    return d->open.depth == 0 && !d->initialiser &&
           (word_is(next, "=") || word_is(next, ";") || word_is(next, ",") || word_is(next, "["));
}

static void note_place(RuleReader *r, Declaring *d, const Word *w) {
    int change = depth_change(w);
    if (!brackets_take(r, &d->open, w))
        return;
    if (change > 0 && *w->at == '{' && d->enum_begins)
        d->enum_depth = d->open.depth;
    if (word_is(w, "enum") || word_is(w, "{") || word_is(w, ";"))
        d->enum_begins = word_is(w, "enum");
    if (change < 0 && d->open.depth < d->enum_depth)
        d->enum_depth = 0;
    if (d->open.depth == 0 && word_is(w, "="))
        d->initialiser = true;
    if (d->open.depth == 0 && (word_is(w, ",") || word_is(w, ";")))
        d->initialiser = false;
}

static void declare_word(RuleReader *r, Declaring *d, bool shadow) {
    assert(r->word.kind != WORD_END && d->open.depth >= 0);
    Word w = r->word;
    lex_next(r);
    if (declares(d, &w, &r->word)) {
        if (shadow)
            vec_push(&r->shadow, word_text(r, &w));
        else
            vec_push(&r->names, word_text(r, &w));
    }
    if (w.kind == WORD_DOLLAR || w.kind == WORD_INCLUDE)
        lex_fail(r, w.line, "'%.*s' in a declaration", w.length > 40 ? 40 : (int)w.length, w.at);
    add_blank(&d->out, &d->line, &w);
    bool member = d->open.depth > 0 && !d->enum_depth && !d->initialiser; // of a struct
    if (w.kind == WORD_NAME && !member && (is_listed(r, &w, false) || is_listed(r, &w, true)))
        add_name(r, &w, &d->out);
    else
        add_word(&d->out, &w);
    note_place(r, d, &w);
    d->before = w;
}

// A word that begins a part of a specification: where a declaration has no ';' it comes next.
static bool begins_part(const RuleReader *r) {
    return lex_is(r, "global") || lex_is(r, "shadow") || lex_is(r, "initial") || lex_is(r, "final") ||
           lex_is(r, "event");
}

char *code_state(RuleReader *r, bool alone, bool shadow) {
    Declaring d = { .line = r->word.line, .before = { WORD_END, "", 0, 0 } };
    while (!r->failed && !(d.open.depth == 0 && lex_is(r, alone ? ";" : "}"))) {
        if (r->word.kind == WORD_END)
            fail_expected(r, alone ? "the ';' of a declaration" : "the '}' of a block");
        else if (alone && d.open.depth == 0 && r->word.line > d.before.line && d.before.line && begins_part(r))
            lex_fail(r, d.before.line, "the ';' of a declaration is expected behind '%.*s'",
                     d.before.length > 40 ? 40 : (int)d.before.length, d.before.at);
        else
            declare_word(r, &d, shadow);
    }
    if (!r->failed)
        lex_next(r);
    text_add(&d.out, "%s", alone ? ";" : "");
    char *text = r->failed ? NULL : arena_strdup(r->arena, d.out.at);
    vec_free(&d.out);
    return text;
}
