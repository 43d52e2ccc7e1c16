#include "answer/witness/witness_apply.h"
#include "answer/story/source.h"
#include "base/limits.h"
#include "frontend/syntax/syntax.h"
#include "program/pass/simplify.h"
#include "spec/file.h"
#include <ftw.h>
#include <unistd.h>

#define CHECKER "__hone_invariant_"
enum { DEEPEST_EXPRESSION = 200 };

// ---- what an expression may be ----
// What clang makes of it is looked at later (frontend/syntax/same_code.h).  Here it is only made sure that the text
// stays within its brackets and its line, so that a message can say what is wrong with it.
static const char *wrong_token(const Source *s, Token t) {
    if (t.kind == '"' && s->text[t.start] == '"')
        return "it has a string";
    if (t.kind == '"' && (t.end - t.start < 3 || s->text[t.end - 1] != '\''))
        return "it is no expression";
    return strchr("{};#\\@`", t.kind) ? "it is no expression" : NULL;
}

static const char *wrong_text(const Source *s) {
    static const char *const others[] = { "//", "/*", "??", "<%", "%>", "<:", ":>", "%:" };
    char stack[DEEPEST_EXPRESSION];
    uint32_t depth = 0;
    for (uint32_t i = 0; i < s->length; i++)
        if ((unsigned char)s->text[i] < ' ' && s->text[i] != '\t')
            return "it is no expression";
    for (size_t i = 0; i < COUNT(others); i++)
        if (strstr(s->text, others[i]))
            return "it is no expression";
    const char *wrong = NULL;
    Token t = source_token(s, 0);
    if (t.end == t.start)
        return "it is empty";
    for (; !wrong && t.end > t.start; t = source_token(s, t.end)) {
        wrong = wrong_token(s, t);
        if (t.kind == '(' || t.kind == '[') {
            if (depth == DEEPEST_EXPRESSION)
                return "it is nested too deeply";
            stack[depth++] = t.kind == '(' ? ')' : ']';
        } else if ((t.kind == ')' || t.kind == ']') && (!depth || stack[--depth] != t.kind)) {
            return "its brackets do not match";
        }
    }
    return !wrong && depth ? "its brackets do not match" : wrong;
}

bool witness_expression(const char *text, Reason *why) {
    Source s;
    Arena *arena = arena_new();
    const char *wrong = strlen(text) > 1 << 20 ? "it is too long" : NULL;
    if (!wrong) {
        source_of_text(&s, "expression", text, (uint32_t)strlen(text), arena);
        wrong = wrong_text(&s);
        source_free(&s);
    }
    arena_free(arena);
    if (wrong)
        reason_set(why, "%s", wrong);
    return !wrong;
}

// ---- where it goes ----
enum { NONE = UINT32_MAX };
typedef struct Insertion {          // before, the check, and after; or what closes an earlier one
    uint32_t offset, order, number; // NONE: no check
    const char *before, *after;
} Insertion;
typedef struct Edited { // a source and what is put into it
    const SourceFile *file;
    Source source;
    Syntax syntax;
    bool preprocessed;
    VEC(Insertion) insertions;
} Edited;
typedef VEC(Edited) Edits;

static void insert(Edited *e, uint32_t offset, const char *before, uint32_t number, const char *after) {
    assert(offset <= e->source.length && before && after);
    vec_push(&e->insertions, (Insertion){ offset, e->insertions.count, number, before, after });
}

static const SyntaxNode *node_at(const Edited *e, uint32_t i) {
    assert(i < e->syntax.nodes.count);
    return &e->syntax.nodes.at[i];
}

// Behind the statement, with its ';'.  NOWHERE: a macro ends it.
static uint32_t statement_end(const Edited *e, uint32_t i) {
    const SyntaxNode *n = node_at(e, i);
    Token t;
    switch (n->kind) {
    case SYNTAX_IF:
    case SYNTAX_WHILE:
    case SYNTAX_FOR:
    case SYNTAX_SWITCH:
    case SYNTAX_LABEL:
    case SYNTAX_CASE:
    case SYNTAX_DEFAULT:
    case SYNTAX_ATTRIBUTED:
        return syntax_last(&e->syntax, i) ? statement_end(e, syntax_last(&e->syntax, i)) : NOWHERE;
    case SYNTAX_COMPOUND:
    case SYNTAX_DECLARATION:
    case SYNTAX_EMPTY:
        return n->end_in_macro || n->elsewhere ? NOWHERE : n->end;
    default:
        t = source_token(&e->source, n->end);
        return n->end_in_macro || n->elsewhere || t.kind != ';' ? NOWHERE : t.end;
    }
}

static bool is_label(SyntaxKind kind) {
    return kind == SYNTAX_LABEL || kind == SYNTAX_CASE || kind == SYNTAX_DEFAULT;
}

// Before the statement, behind its labels: where it is not in a list of statements it is made one.
static bool at_statement(Edited *e, uint32_t i, uint32_t number) {
    uint32_t outer = i, inner = i;
    while (is_label(node_at(e, node_at(e, outer)->parent)->kind))
        outer = node_at(e, outer)->parent;
    while (is_label(node_at(e, inner)->kind) && syntax_last(&e->syntax, inner))
        inner = syntax_last(&e->syntax, inner);
    const SyntaxNode *n = node_at(e, inner);
    bool in_list = node_at(e, node_at(e, outer)->parent)->kind == SYNTAX_COMPOUND;
    if (node_at(e, n->parent)->kind == SYNTAX_FUNCTION) { // its body
        insert(e, n->start + 1, " ", number, "; ");
        return !n->start_in_macro;
    }
    if (in_list && (inner == outer || n->kind == SYNTAX_DECLARATION)) {
        insert(e, n->start, "", number, "; ");
        return !n->start_in_macro || inner == i; // the first that the macro makes
    }
    uint32_t end = statement_end(e, inner);
    if (n->start_in_macro || end == NOWHERE || n->kind == SYNTAX_DECLARATION)
        return false;
    insert(e, n->start, "{ ", number, "; ");
    insert(e, end, " }", NONE, "");
    return true;
}

// The part of a condition that is evaluated first.  The compiler branches on each of the others by itself,
// so nothing may come between them.
static uint32_t first_operand(const Edited *e, uint32_t i) {
    for (;;) {
        const SyntaxNode *n = node_at(e, i);
        bool in = n->kind == SYNTAX_BRACKETS || n->kind == SYNTAX_CAST || n->kind == SYNTAX_CONDITIONAL ||
                  (n->kind == SYNTAX_UNARY && n->operator&& !strcmp(n->operator, "!")) ||
                  (n->kind == SYNTAX_BINARY && n->operator&&(!strcmp(n->operator, "&&") || !strcmp(n->operator, "||")));
        uint32_t part = in ? syntax_part(&e->syntax, i, 0) : 0;
        if (!part)
            return i;
        i = part;
    }
}

// for (...;;...) has no condition: it goes behind the first ';'.
static bool at_endless(Edited *e, uint32_t i, uint32_t number) {
    const Source *s = &e->source;
    uint32_t first = syntax_part(&e->syntax, i, 0);
    Token word = source_token(s, node_at(e, i)->start), open = source_token(s, word.end), t;
    if (node_at(e, i)->start_in_macro || !token_is(s, word, "for") || open.kind != '(' ||
        (first && node_at(e, first)->end_in_macro))
        return false;
    bool declares = first && node_at(e, first)->kind == SYNTAX_DECLARATION;
    t = source_token(s, declares ? node_at(e, first)->end - 1 : first ? node_at(e, first)->end : open.end);
    if (t.kind != ';')
        return false;
    insert(e, t.end, " (", number, ", 1)");
    return true;
}

// Before each test of the loop.
static bool at_loop(Edited *e, uint32_t i, uint32_t number) {
    SyntaxKind kind = node_at(e, i)->kind;
    uint32_t test = syntax_part(&e->syntax, i, kind == SYNTAX_FOR ? 2 : kind == SYNTAX_DO ? 1 : 0);
    if (!test)
        return kind == SYNTAX_FOR && at_endless(e, i, number);
    const SyntaxNode *n = node_at(e, first_operand(e, test));
    if (n->start_in_macro || n->end_in_macro || n->elsewhere)
        return false;
    insert(e, n->start, "(", number, ", ");
    insert(e, n->end, ")", NONE, "");
    return true;
}

static bool is_wanted(const Edited *e, uint32_t i, bool loop) {
    const SyntaxNode *n = node_at(e, i);
    if (n->elsewhere)
        return false;
    if (loop)
        return n->kind == SYNTAX_WHILE || n->kind == SYNTAX_DO || n->kind == SYNTAX_FOR;
    return syntax_is_statement(&e->syntax, i) ||
           (n->kind == SYNTAX_COMPOUND && node_at(e, n->parent)->kind == SYNTAX_FUNCTION);
}

// The loop or statement at the place; without a column the first of the line.  0: there is none.
static uint32_t find_node(const Edited *e, const WitnessInvariant *v) {
    uint32_t found = 0;
    uint32_t wanted = v->at.column ? source_offset(&e->source, (Place){ v->at.line, v->at.column }) : NOWHERE;
    for (uint32_t i = 1; i < e->syntax.nodes.count; i++) {
        uint32_t start = node_at(e, i)->start;
        bool here = v->at.column ? start == wanted : source_place(&e->source, start).line == v->at.line;
        if (here && is_wanted(e, i, v->loop) && (!found || start < node_at(e, found)->start))
            found = i;
    }
    return found;
}

static Edited *file_of(Edits *edits, const char *name) {
    Edited *found = NULL;
    for (uint32_t i = 0; i < edits->count; i++)
        if (same_file(edits->at[i].source.path, name) || !strcmp(path_name(edits->at[i].source.path), path_name(name)))
            found = found ? NULL : &edits->at[i];
    return found;
}

// ---- behind the preprocessor ----
static bool write_file(const char *path, const char *text, uint32_t length, Reason *why) {
    FILE *out = fopen(path, "w");
    bool good = out && fwrite(text, 1, length, out) == length;
    good = out && fclose(out) == 0 && good;
    if (!good)
        reason_set(why, "%.200s cannot be written", path);
    return good;
}

static uint32_t function_of(const Syntax *s, uint32_t node) {
    assert(node && node < s->nodes.count);
    while (s->nodes.at[node].parent)
        node = s->nodes.at[node].parent;
    return node;
}

// The node of 'to' that is the like of a node of 'from': they are trees of one program.
static uint32_t like(const Syntax *from, uint32_t node, const Syntax *to) {
    const SyntaxNode *f = &from->nodes.at[function_of(from, node)];
    uint32_t offset = node - function_of(from, node);
    for (uint32_t i = 1; i < to->nodes.count; i = to->nodes.at[i].next) {
        const SyntaxNode *g = &to->nodes.at[i];
        bool same = f->name && g->name && !strcmp(f->name, g->name) && g->next - i == f->next - function_of(from, node);
        if (same && to->nodes.at[i + offset].kind == from->nodes.at[node].kind)
            return i + offset;
    }
    return 0;
}

// Macros leave no place for a check within what they stand for; so the file is taken as the preprocessor leaves it.
static bool preprocess(Edited *e, const FrontendInput *in, const char *directory, Arena *arena, Reason *why) {
    Text text = { 0 };
    const char *path = arena_printf(arena, "%s/preprocessed.i", directory);
    SourceFile file = *e->file;
    file.path = path;
    bool good = syntax_preprocess(in, e->file, &text, why) && write_file(path, text.at, text.count, why);
    Syntax syntax = { 0 };
    if (good) {
        // Places are counted in this file, whatever it says about where its lines come from.
        good = syntax_read(&syntax, in, &file, arena, why);
        const char *original = e->source.path;
        source_free(&e->source);
        source_of_text(&e->source, original, arena_strndup(arena, text.at, text.count), text.count, arena);
    }
    syntax_free(&e->syntax);
    e->syntax = syntax;
    e->preprocessed = true;
    e->insertions.count = 0;
    vec_free(&text);
    return good;
}

// ---- all invariants ----
typedef struct Placing {
    const Witness *w;
    const FrontendInput *in;
    const char *directory;
    Arena *arena;
    Reason *why;
    Edits edits;
    Edited **file; // per invariant
    uint32_t *node;
} Placing;

static bool no_place(const Placing *p, uint32_t i) {
    assert(i < p->w->invariants.count);
    const WitnessInvariant *v = &p->w->invariants.at[i];
    reason_set(p->why, "there is no %s at %.150s:%u:%u", v->loop ? "loop" : "statement", v->at.file, v->at.line,
               v->at.column);
    return false;
}

static bool find_places(Placing *p) {
    Reason wrong;
    for (uint32_t i = 0; i < p->w->invariants.count; i++) {
        const WitnessInvariant *v = &p->w->invariants.at[i];
        if (!witness_expression(v->value, &wrong)) {
            reason_set(p->why, "the invariant '%.100s' of line %u cannot be checked: %s", v->value, v->at.line,
                       wrong.text);
            return false;
        }
        Edited *e = p->file[i] = file_of(&p->edits, v->at.file);
        if (!e)
            return no_place(p, i);
        if (!e->syntax.nodes.count && !syntax_read(&e->syntax, p->in, e->file, p->arena, p->why))
            return false;
        p->node[i] = find_node(e, v);
        if (!p->node[i])
            return no_place(p, i);
    }
    return true;
}

// Those of one file; false: a macro is in the way of number *failed.
static bool place_in(Placing *p, Edited *e, uint32_t *failed) {
    for (*failed = 0; *failed < p->w->invariants.count; (*failed)++) {
        uint32_t i = *failed;
        bool loop = p->w->invariants.at[i].loop;
        if (p->file[i] == e && !(loop ? at_loop(e, p->node[i], i) : at_statement(e, p->node[i], i)))
            return false;
    }
    return true;
}

static bool place_again(Placing *p, Edited *e, uint32_t *failed) {
    Syntax before = e->syntax;
    e->syntax = (Syntax){ 0 };
    bool good = preprocess(e, p->in, p->directory, p->arena, p->why);
    for (uint32_t i = 0; good && i < p->w->invariants.count; i++)
        if (p->file[i] == e && !(p->node[i] = like(&before, p->node[i], &e->syntax)))
            good = no_place(p, i);
    if (good && !place_in(p, e, failed))
        good = no_place(p, *failed);
    syntax_free(&before);
    return good;
}

static bool place_all(Placing *p) {
    uint32_t failed;
    bool good = find_places(p);
    for (uint32_t i = 0; good && i < p->edits.count; i++)
        good = place_in(p, &p->edits.at[i], &failed) || place_again(p, &p->edits.at[i], &failed);
    return good;
}

// ---- the new files ----
// What closes comes first: it belongs to what is before.
static int by_offset(const void *x, const void *y) {
    const Insertion *a = x, *b = y;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    if ((a->number == NONE) != (b->number == NONE))
        return a->number == NONE ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static void add_bytes(Text *out, const char *bytes, uint32_t n) {
    assert(bytes || !n);
    vec_reserve(out, out->count + n);
    memcpy(out->at + out->count, bytes, n);
    out->count += n;
}

// The column is counted as the compiler will: with what was put into the line before.
static void add_range(const Source *s, uint32_t offset, uint32_t shift, uint32_t length, uint32_t number,
                      Applied *applied) {
    Place place = source_place(s, offset);
    const SourceLine *called = &s->lines.at[place.line];
    uint32_t first = place.column + shift;
    vec_push(&applied->copy.ranges, (InsertedRange){ called->file, called->line, first, first + length - 1 });
    vec_push(&applied->numbers, number);
}

// The functions are declared in a line of their own; the marker keeps the numbers of the others.
static bool write_edited(Edited *e, const Witness *w, const char *path, Applied *applied, Reason *why) {
    Text text = { 0 };
    uint32_t at = 0, line = 0, shift = 0; // how far the rest of the line has moved
    for (uint32_t i = 0; i < w->invariants.count; i++)
        text_add(&text, "void " CHECKER "%u(int); ", i);
    text_add(&text, "\n# 1 \"%s\"\n", e->source.path);
    if (e->insertions.count)
        qsort(e->insertions.at, e->insertions.count, sizeof *e->insertions.at, by_offset);
    for (uint32_t i = 0; i < e->insertions.count; i++) {
        const Insertion *in = &e->insertions.at[i];
        add_bytes(&text, e->source.text + at, in->offset - at);
        at = in->offset;
        Place place = source_place(&e->source, at);
        shift = place.line == line ? shift : 0;
        line = place.line;
        uint32_t start = text.count, before = (uint32_t)strlen(in->before);
        text_add(&text, "%s", in->before);
        if (in->number != NONE) {
            text_add(&text, CHECKER "%u((%s) ? 1 : 0)", in->number, w->invariants.at[in->number].value);
            add_range(&e->source, at, shift + before, text.count - start - before, in->number, applied);
        }
        text_add(&text, "%s", in->after);
        shift += text.count - start;
    }
    add_bytes(&text, e->source.text + at, e->source.length - at);
    bool good = write_file(path, text.at, text.count, why);
    vec_free(&text);
    return good;
}

static bool write_checkers(const Witness *w, const Input *input, const char *path, Reason *why) {
    Text text = { 0 };
    const char *error = property_error_function(&input->property);
    bool overflow = input->frontend.events.overflow;
    if (overflow)
        text_add(&text, "static int fail(int x) { return x + 1; }\n");
    else
        text_add(&text, "extern void %s(void);\n", error);
    for (uint32_t i = 0; i < w->invariants.count; i++)
        text_add(&text, "void " CHECKER "%u(int holds) { if (!holds) %s(%s); }\n", i, overflow ? "fail" : error,
                 overflow ? "2147483647" : "");
    bool good = write_file(path, text.at, text.count, why);
    vec_free(&text);
    return good;
}

static const char *make_directory(Arena *arena) {
    const char *base = limits_tempdir(), *variable = getenv("TMPDIR");
    if (!*base)
        base = variable && *variable ? variable : "/tmp";
    return mkdtemp(arena_printf(arena, "%s/hone-witness-XXXXXX", base));
}

static bool write_all(const Witness *w, const Input *input, const Edits *edits, Arena *arena, Applied *applied,
                      Reason *why) {
    const SourceFiles *files = &input->frontend.files;
    for (uint32_t i = 0; i < files->count; i++) {
        SourceFile *f = vec_add(&applied->in.files);
        f->path = arena_printf(arena, "%s/%u-%s%s", applied->directory, i, path_name(files->at[i].path),
                               edits->at[i].preprocessed ? ".i" : "");
        for (uint32_t k = 0; k < files->at[i].arguments.count; k++)
            vec_push(&f->arguments, files->at[i].arguments.at[k]);
        f->appended = files->at[i].appended;
        vec_push(&f->arguments, "-iquote"); // for #include "x.h" beside the original
        vec_push(&f->arguments, path_directory(files->at[i].path, arena));
        if (!write_edited(&edits->at[i], w, f->path, applied, why))
            return false;
    }
    if (!w->invariants.count)
        return true;
    SourceFile *checkers = vec_add(&applied->in.files);
    checkers->path = arena_printf(arena, "%s/checkers.c", applied->directory);
    return write_checkers(w, input, checkers->path, why);
}

static void placing_free(Placing *p) {
    for (uint32_t i = 0; i < p->edits.count; i++) {
        source_free(&p->edits.at[i].source);
        syntax_free(&p->edits.at[i].syntax);
        vec_free(&p->edits.at[i].insertions);
    }
    vec_free(&p->edits);
}

bool witness_apply(const Witness *w, const Input *input, Arena *arena, Applied *applied, Reason *why) {
    const SourceFiles *files = &input->frontend.files;
    Placing p = { .w = w, .in = &input->frontend, .arena = arena, .why = why };
    *applied = (Applied){ .in = input->frontend, .copy = { .original = files, .checker = CHECKER } };
    memset(&applied->in.files, 0, sizeof applied->in.files);
    p.file = arena_array(arena, Edited *, w->invariants.count);
    p.node = arena_array(arena, uint32_t, w->invariants.count);
    p.directory = applied->directory = make_directory(arena);
    bool good = p.directory;
    if (!good)
        reason_set(why, "no temporary directory");
    for (uint32_t i = 0; i < files->count; i++) {
        SourceFile *plain = arena_array(arena, SourceFile, 1); // what is appended is none of the user's text
        *plain = files->at[i];
        plain->appended = NULL;
        ((Edited *)vec_add(&p.edits))->file = plain;
    }
    for (uint32_t i = 0; good && i < files->count; i++)
        good = source_read(&p.edits.at[i].source, files->at[i].path, arena, why);
    good = good && place_all(&p) && write_all(w, input, &p.edits, arena, applied, why);
    placing_free(&p);
    return good;
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw) {
    (void)st, (void)type, (void)ftw;
    remove(path);
    return 0;
}

void applied_remove(Applied *applied) {
    if (applied->directory)
        nftw(applied->directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    for (uint32_t i = 0; i < applied->in.files.count; i++)
        vec_free(&applied->in.files.at[i].arguments);
    vec_free(&applied->in.files);
    vec_free(&applied->copy.ranges);
    vec_free(&applied->numbers);
}

void applied_unfold(Program *p) {
    VecU32 calls = { 0 }, ends = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *cmd = &p->edges.at[e].cmd;
        if (p->edges.at[e].from && cmd->kind == CMD_CALL && cmd->callee && p->funcs.at[cmd->callee].defined &&
            !strncmp(program_text(p, p->funcs.at[cmd->callee].name), CHECKER, strlen(CHECKER)))
            vec_push(&calls, e);
    }
    if (calls.count) {
        simplify_unfold(p, &calls, 2 * p->edges.count, &ends);
        program_simplify(p, PASS_ALL & ~PASS_INLINE);
    }
    vec_free(&calls);
    vec_free(&ends);
}

uint32_t applied_failed(const Program *p, EdgeId error) {
    assert(error && p->edges.at[error].from);
    const Loc *loc = &p->locs.at[p->edges.at[error].from];
    size_t n = strlen(CHECKER);
    for (uint32_t i = loc->inlined;; i = p->inlined.at[i].parent) {
        FuncId f = i ? p->inlined.at[i].callee : loc->func;
        const char *name = f ? program_text(p, p->funcs.at[f].name) : "";
        if (!strncmp(name, CHECKER, n))
            return (uint32_t)strtoul(name + n, NULL, 10);
        if (!i)
            return UINT32_MAX;
    }
}

uint32_t applied_failed_at(const Program *p, const Applied *applied, EdgeId error) {
    uint32_t checked = applied_failed(p, error);
    SrcPos pos = p->edges.at[error].pos;
    for (uint32_t i = 0; checked == UINT32_MAX && pos.file && i < applied->copy.ranges.count; i++) {
        const InsertedRange *r = &applied->copy.ranges.at[i];
        if (pos.line == r->line && pos.column >= r->first && pos.column <= r->last &&
            same_file(r->file, program_text(p, p->files.at[pos.file])))
            return applied->numbers.at[i];
    }
    return checked;
}
