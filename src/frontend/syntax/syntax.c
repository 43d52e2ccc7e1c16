#include "frontend/syntax/syntax.h"
#include "frontend/clang.h"

enum { DEEPEST = 5000 };

// A reader of JSON as it comes: the trees of large files would fill the memory.
typedef struct Reader {
    const char *at, *end;
    Syntax *s;
    Arena *arena;
    const char *path; // of the file whose places are wanted
    bool here;        // the place read last was in it: the dump names a file where it changes
    bool wrong;
} Reader;
typedef struct Text8 { // a part of the text
    const char *at;
    size_t n;
} Text8;
typedef struct Spot { // a place in a file
    uint32_t offset, length;
    bool known, macro, here;
} Spot;

static bool is(Text8 text, const char *word) {
    return text.n == strlen(word) && !memcmp(text.at, word, text.n);
}

static char peek(Reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\t' || *r->at == '\r'))
        r->at++;
    return r->at < r->end ? *r->at : 0;
}

static bool take(Reader *r, char c) {
    if (peek(r) != c)
        return false;
    r->at++;
    return true;
}

// As written: escapes stay as they are.
static Text8 string(Reader *r) {
    if (!take(r, '"')) {
        r->wrong = true;
        return (Text8){ "", 0 };
    }
    const char *start = r->at;
    while (r->at < r->end && *r->at != '"')
        r->at += *r->at == '\\' && r->at + 1 < r->end ? 2 : 1;
    Text8 text = { start, (size_t)(r->at - start) };
    r->wrong |= !take(r, '"');
    return text;
}

static uint32_t number(Reader *r) {
    uint64_t n = 0;
    if (peek(r) < '0' || peek(r) > '9')
        r->wrong = true;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9' && n < UINT32_MAX; r->at++)
        n = 10 * n + (uint64_t)(*r->at - '0');
    return (uint32_t)n;
}

static void skip_value(Reader *r, uint32_t depth) {
    char c = peek(r);
    if (depth > DEEPEST || !c) {
        r->wrong = true;
    } else if (c == '"') {
        string(r);
    } else if (c == '{' || c == '[') {
        char close = c == '{' ? '}' : ']';
        r->at++;
        if (take(r, close))
            return;
        do {
            if (c == '{') {
                string(r);
                r->wrong |= !take(r, ':');
            }
            skip_value(r, depth + 1);
        } while (!r->wrong && take(r, ','));
        r->wrong |= !take(r, close);
    } else {
        while (r->at < r->end && !strchr(",]} \n", *r->at))
            r->at++;
    }
}

// The name of the next member of an object; false at its end.
static bool next_member(Reader *r, bool *first, Text8 *name) {
    if (r->wrong || (*first ? take(r, '}') : !take(r, ','))) {
        if (!r->wrong && !*first)
            r->wrong |= !take(r, '}');
        return false;
    }
    *first = false;
    *name = string(r);
    r->wrong |= !take(r, ':');
    return !r->wrong;
}

// ---- places ----
static void read_spot(Reader *r, Spot *spot) {
    bool first = true;
    Text8 name;
    r->wrong |= !take(r, '{');
    while (next_member(r, &first, &name)) {
        if (is(name, "offset")) {
            spot->offset = number(r);
            spot->known = true;
        } else if (is(name, "tokLen")) {
            spot->length = number(r);
        } else if (is(name, "file")) {
            r->here = is(string(r), r->path);
        } else if (is(name, "spellingLoc")) {
            read_spot(r, &(Spot){ 0 });
        } else if (is(name, "expansionLoc")) {
            read_spot(r, spot);
            spot->macro = true;
        } else {
            skip_value(r, 0);
        }
    }
    if (spot->known && !spot->macro)
        spot->here = r->here;
}

static void read_range(Reader *r, SyntaxNode *n) {
    bool first = true;
    Text8 name;
    Spot begin = { 0 }, end = { 0 };
    r->wrong |= !take(r, '{');
    while (next_member(r, &first, &name))
        read_spot(r, is(name, "begin") ? &begin : &end);
    n->start = begin.offset;
    n->end = end.offset + end.length;
    n->start_in_macro = begin.macro;
    n->end_in_macro = end.macro;
    n->elsewhere = !begin.known || !end.known || !begin.here || !end.here;
}

// ---- nodes ----
static SyntaxKind kind_of(Text8 text) {
    static const char *const texts[] = {
#define SYNTAX_TEXT(kind, text) text,
        SYNTAX_KINDS(SYNTAX_TEXT)
#undef SYNTAX_TEXT
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        if (is(text, texts[i]))
            return (SyntaxKind)(i + 1);
    return SYNTAX_OTHER;
}

// {"desugaredQualType": "int", "qualType": "number"}: the first where it is there.
static const char *read_type(Reader *r) {
    bool first = true, plain = false;
    Text8 name, type = { "", 0 };
    r->wrong |= !take(r, '{');
    while (next_member(r, &first, &name)) {
        bool desugared = is(name, "desugaredQualType");
        if (desugared || (is(name, "qualType") && !plain)) {
            type = string(r);
            plain |= desugared;
        } else {
            skip_value(r, 0);
        }
    }
    return arena_strndup(r->arena, type.at, type.n);
}

static bool is_declared(SyntaxKind kind) {
    return kind == SYNTAX_FUNCTION || kind == SYNTAX_PARAMETER;
}

static void read_node(Reader *r, uint32_t parent, uint32_t part, uint32_t depth);

static void read_parts(Reader *r, uint32_t parent, uint32_t depth) {
    r->wrong |= !take(r, '[');
    if (take(r, ']'))
        return;
    uint32_t part = 0;
    do
        read_node(r, parent, part++, depth);
    while (!r->wrong && take(r, ','));
    r->wrong |= !take(r, ']');
}

// Members come in this order: id, kind, loc, range, ..., inner.  Outside of functions nothing is kept.
static void read_node(Reader *r, uint32_t parent, uint32_t part, uint32_t depth) {
    bool first = true;
    Text8 name;
    SyntaxNode n = { .parent = parent, .part = part };
    bool missing = true; // a part that is not there is {}
    uint32_t index = 0;
    if (depth > DEEPEST || !take(r, '{')) {
        r->wrong = true;
        return;
    }
    while (next_member(r, &first, &name)) {
        missing = false;
        if (is(name, "kind"))
            n.kind = kind_of(string(r));
        else if (is(name, "loc"))
            read_spot(r, &(Spot){ 0 });
        else if (is(name, "range"))
            read_range(r, &n);
        else if (is(name, "name") && is_declared(n.kind)) {
            Text8 text = string(r);
            n.name = arena_strndup(r->arena, text.at, text.n);
        } else if (is(name, "type") && is_declared(n.kind)) {
            n.type = read_type(r);
        } else if (is(name, "variadic")) {
            n.variadic = true;
            skip_value(r, 0);
        } else if (is(name, "opcode")) {
            Text8 text = string(r);
            n.operator= arena_strndup(r->arena, text.at, text.n);
        } else if (is(name, "inner")) {
            if (parent || n.kind == SYNTAX_FUNCTION) {
                vec_push(&r->s->nodes, n);
                index = r->s->nodes.count - 1;
            }
            read_parts(r, index, depth + 1);
        } else {
            skip_value(r, 0);
        }
    }
    if (!index && (parent || n.kind == SYNTAX_FUNCTION) && !missing) {
        vec_push(&r->s->nodes, n);
        index = r->s->nodes.count - 1;
    }
    if (index)
        r->s->nodes.at[index].next = r->s->nodes.count;
}

// A node comes before its parts, and its parts end where it does.
void syntax_check(const Syntax *s) {
    for (uint32_t i = 1; i < s->nodes.count; i++) {
        const SyntaxNode *n = &s->nodes.at[i];
        if (n->parent >= i || n->next <= i || n->next > s->nodes.count)
            bug("syntax_check: node %u is before its parent, or ends before it starts", i);
        if (n->parent && n->next > s->nodes.at[n->parent].next)
            bug("syntax_check: node %u ends behind its parent", i);
    }
}

bool syntax_parse(Syntax *s, const char *path, const char *text, size_t length, Arena *arena, Reason *why) {
    Reader r = { .at = text, .end = text + length, .s = s, .arena = arena, .path = path };
    *s = (Syntax){ 0 };
    (void)vec_add(&s->nodes);
    read_node(&r, 0, 0, 0);
    if (r.wrong || peek(&r))
        reason_set(why, "%.200s: the compiler's syntax tree cannot be read", path);
    bool good = !r.wrong && !peek(&r);
    if (good)
        syntax_check(s);
    return good;
}

bool syntax_read(Syntax *s, const FrontendInput *in, const SourceFile *file, Arena *arena, Reason *why) {
    Text text = { 0 };
    *s = (Syntax){ 0 };
    bool good = clang_text(in, file, CLANG_SYNTAX_TREE, &text, why) &&
                syntax_parse(s, file->path, text.at, text.count, arena, why);
    vec_free(&text);
    return good;
}

bool syntax_preprocess(const FrontendInput *in, const SourceFile *file, Text *out, Reason *why) {
    return clang_text(in, file, CLANG_PREPROCESSED, out, why);
}

void syntax_free(Syntax *s) {
    vec_free(&s->nodes);
}

// ---- statements ----
uint32_t syntax_part(const Syntax *s, uint32_t node, uint32_t part) {
    assert(node && node < s->nodes.count);
    for (uint32_t i = node + 1; i < s->nodes.at[node].next; i = s->nodes.at[i].next)
        if (s->nodes.at[i].part == part)
            return i;
    return 0;
}

uint32_t syntax_last(const Syntax *s, uint32_t node) {
    assert(node && node < s->nodes.count);
    uint32_t last = 0;
    for (uint32_t i = node + 1; i < s->nodes.at[node].next; i = s->nodes.at[i].next)
        last = i;
    return last;
}

bool syntax_is_statement(const Syntax *s, uint32_t node) {
    assert(node && node < s->nodes.count);
    const SyntaxNode *n = &s->nodes.at[node];
    switch (n->parent ? s->nodes.at[n->parent].kind : SYNTAX_OTHER) {
    case SYNTAX_COMPOUND:
        return true;
    case SYNTAX_IF:
        return n->part > 0;
    case SYNTAX_DO:
        return n->part == 0;
    case SYNTAX_WHILE:
    case SYNTAX_FOR:
    case SYNTAX_SWITCH:
    case SYNTAX_LABEL:
    case SYNTAX_CASE:
    case SYNTAX_DEFAULT:
    case SYNTAX_ATTRIBUTED:
        return node == syntax_last(s, n->parent);
    default:
        return false;
    }
}
