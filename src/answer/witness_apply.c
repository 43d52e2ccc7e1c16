#include "answer/witness_apply.h"
#include "answer/source.h"
#include "base/limits.h"
#include "spec/file.h"
#include <ftw.h>
#include <unistd.h>

#define CHECKER "__hone_invariant_"

// ---- what an expression may be ----
static bool is_type_name(const Source *s, Token t) {
    static const char words[] = " int unsigned signed char short long float double _Bool void const struct union enum "
                                "__int128 size_t ssize_t ptrdiff_t intptr_t uintptr_t int8_t int16_t int32_t int64_t "
                                "uint8_t uint16_t uint32_t uint64_t bool ";
    char word[40];
    if (t.kind != 'w' || t.end - t.start > 30)
        return false;
    snprintf(word, sizeof word, " %.*s ", (int)(t.end - t.start), s->text + t.start);
    return strstr(words, word);
}

// (T), (unsigned T *): all words are of types, so that what follows is no argument.
static bool is_cast(const Source *s, uint32_t open, uint32_t close) {
    bool tag = false;
    for (Token t = source_token(s, open + 1); t.start < close; t = source_token(s, t.end)) {
        if (!is_type_name(s, t) && t.kind != '*' && !(tag && t.kind == 'w'))
            return false;
        tag = token_is(s, t, "struct") || token_is(s, t, "union") || token_is(s, t, "enum");
    }
    return true;
}

static bool is_nonzero(const Source *s, Token t) {
    if (t.kind != '0')
        return false;
    for (uint32_t i = t.start; i < t.end; i++)
        if (s->text[i] >= '1' && s->text[i] <= '9')
            return true;
    return false;
}

static bool may_end_operand(Token t) {
    return t.kind == 'w' || t.kind == '0' || t.kind == ')' || t.kind == ']' || t.kind == '"';
}

// One token in its surroundings; 'at' is where an expression could be doing something.
static const char *forbidden(const Source *s, Token before, Token t, Token next, bool after_cast) {
    bool touching = next.start == t.end, was_touching = before.end == t.start && before.end > before.start;
    switch (t.kind) {
    case '=':
        if (touching && next.kind == '=')
            return NULL;
        if (was_touching && strchr("<>", before.kind) && before.start && s->text[before.start - 1] == before.kind)
            return "it assigns"; // <<= and >>=
        return was_touching && strchr("=!<>", before.kind) ? NULL : "it assigns";
    case '+':
    case '-':
        return touching && next.kind == t.kind ? "it assigns" : NULL;
    case '/':
    case '%':
        return is_nonzero(s, next) ? NULL : "it divides by something other than a number";
    case '(':
        return may_end_operand(before) && !after_cast && !token_is(s, before, "sizeof") ? "it calls a function" : NULL;
    case '"':
        return s->text[t.start] == '"' ? "it has a string" : NULL;
    case '{':
    case '}':
    case ';':
    case '#':
    case '\\':
    case '@':
    case '`':
        return "it is no expression";
    default:
        return NULL;
    }
}

bool witness_expression(const char *text, Reason *why) {
    Source s;
    Arena *arena = arena_new();
    const char *wrong = strlen(text) > 1 << 20 ? "it is too long" : NULL;
    source_of_text(&s, "expression", text, (uint32_t)strlen(text), arena);
    int depth = 0;
    bool after_cast = false;
    uint32_t cast_end = NOWHERE;
    Token before = { 0 }, t = source_token(&s, 0);
    if (t.end == t.start)
        wrong = "it is empty";
    if (strpbrk(text, "\n\r#") || strstr(text, "//") || strstr(text, "/*") || strstr(text, "??") || strstr(text, "<%"))
        wrong = "it is no expression";
    for (; !wrong && t.end > t.start; before = t, t = source_token(&s, t.end)) {
        Token next = source_token(&s, t.end);
        wrong = forbidden(&s, before, t, next, after_cast);
        if (t.kind == '(') {
            uint32_t close = source_closing(&s, t.start);
            if (close != NOWHERE && is_cast(&s, t.start, close))
                cast_end = close;
        }
        after_cast = t.kind == ')' && t.start == cast_end;
        depth += t.kind == '(' || t.kind == '[';
        depth -= t.kind == ')' || t.kind == ']';
        if (depth < 0)
            wrong = "its brackets do not match";
    }
    if (!wrong && depth)
        wrong = "its brackets do not match";
    source_free(&s);
    arena_free(arena);
    if (wrong)
        reason_set(why, "%s", wrong);
    return !wrong;
}

// ---- where it goes ----
typedef struct Insertion {
    uint32_t offset, order;
    const char *text;
} Insertion;
typedef struct Edited { // a source and what is put into it
    Source source;
    VEC(Insertion) insertions;
} Edited;
typedef VEC(Edited) Edits;

static void insert(Edited *e, uint32_t offset, const char *text) {
    vec_push(&e->insertions, (Insertion){ offset, e->insertions.count, text });
}

// The ';' at the top level behind 'from', before 'close'.
static uint32_t next_semicolon(const Source *s, uint32_t from, uint32_t close) {
    for (Token t = source_token(s, from); t.start < close && t.end > t.start; t = source_token(s, t.end)) {
        if (t.kind == ';')
            return t.start;
        if (t.kind == '(' || t.kind == '[' || t.kind == '{')
            t.end = source_closing(s, t.start) == NOWHERE ? close : source_closing(s, t.start) + 1;
    }
    return NOWHERE;
}

static bool in_brackets(Edited *e, uint32_t from, const char *call, Arena *arena) {
    Token open = source_token(&e->source, from);
    if (open.kind != '(')
        return false;
    insert(e, open.end, arena_printf(arena, "%s, ", call));
    return true;
}

// At the start of the body, where the test is always true: the compiler shall see that still.
static bool in_body(Edited *e, uint32_t from, const char *call, Arena *arena) {
    uint32_t end = source_statement_end(&e->source, from);
    if (end == NOWHERE)
        return false;
    insert(e, from, arena_printf(arena, "{ %s; ", call));
    insert(e, end, " }");
    return true;
}

static bool in_while(Edited *e, uint32_t from, const char *call, Arena *arena) {
    const Source *s = &e->source;
    Token open = source_token(s, from), test = source_token(s, open.end);
    uint32_t close = open.kind == '(' ? source_closing(s, open.start) : NOWHERE;
    bool always = is_nonzero(s, test) && source_token(s, test.end).start == close;
    return always ? in_body(e, close + 1, call, arena) : in_brackets(e, from, call, arena);
}

static bool in_for(Edited *e, uint32_t from, const char *call, Arena *arena) {
    const Source *s = &e->source;
    Token open = source_token(s, from);
    uint32_t close = open.kind == '(' ? source_closing(s, open.start) : NOWHERE;
    uint32_t first = close == NOWHERE ? NOWHERE : next_semicolon(s, open.end, close);
    if (first == NOWHERE)
        return false;
    if (source_token(s, first + 1).kind == ';')
        return in_body(e, close + 1, call, arena);
    insert(e, first + 1, arena_printf(arena, " %s, ", call));
    return true;
}

// Before each test of the loop at 'at'.
static bool at_loop(Edited *e, uint32_t at, const char *call, Arena *arena) {
    const Source *s = &e->source;
    Token word = source_token(s, at);
    if (word.start != at || word.kind != 'w')
        return false;
    if (token_is(s, word, "while"))
        return in_while(e, word.end, call, arena);
    if (token_is(s, word, "for"))
        return in_for(e, word.end, call, arena);
    if (!token_is(s, word, "do"))
        return false;
    uint32_t end = source_statement_end(s, word.end);
    Token test = end == NOWHERE ? (Token){ 0 } : source_token(s, end);
    return test.kind == 'w' && token_is(s, test, "while") && in_brackets(e, test.end, call, arena);
}

static Token token_before(const Source *s, uint32_t at) {
    Token before = { 0 };
    for (Token t = source_token(s, 0); t.start < at && t.end > t.start; t = source_token(s, t.end))
        before = t;
    return before;
}

// Before the statement at 'at': where it is not in a list of statements it must be made one.
static bool at_statement(Edited *e, uint32_t at, const char *call, Arena *arena) {
    const Source *s = &e->source;
    Token first = source_token(s, at), before = token_before(s, at);
    if (first.start != at)
        return false;
    if (before.kind && strchr("{};:", before.kind)) {
        insert(e, at, arena_printf(arena, "%s; ", call));
        return true;
    }
    uint32_t end = source_statement_end(s, at);
    if (end == NOWHERE)
        return false;
    insert(e, at, arena_printf(arena, "{ %s; ", call));
    insert(e, end, " }");
    return true;
}

// Without a column: the first loop, or the first statement, of the line.
static uint32_t offset_of(const Source *s, const WitnessInvariant *v) {
    if (v->at.column)
        return source_offset(s, (Place){ v->at.line, v->at.column });
    uint32_t at = source_offset(s, (Place){ v->at.line, 1 });
    if (at == NOWHERE)
        return NOWHERE;
    for (Token t = source_token(s, at); t.end > t.start; t = source_token(s, t.end)) {
        if (source_place(s, t.start).line != v->at.line)
            return NOWHERE;
        if (!v->loop || token_is(s, t, "while") || token_is(s, t, "for") || token_is(s, t, "do"))
            return t.start;
    }
    return NOWHERE;
}

static Edited *file_of(Edits *edits, const char *name) {
    Edited *found = NULL;
    for (uint32_t i = 0; i < edits->count; i++)
        if (same_file(edits->at[i].source.path, name) || !strcmp(path_name(edits->at[i].source.path), path_name(name)))
            found = found ? NULL : &edits->at[i];
    return found;
}

static bool place_invariant(Edits *edits, const WitnessInvariant *v, uint32_t number, Arena *arena, Reason *why) {
    Reason wrong;
    if (!witness_expression(v->value, &wrong)) {
        reason_set(why, "the invariant '%.100s' of line %u cannot be checked: %s", v->value, v->at.line, wrong.text);
        return false;
    }
    const char *call = arena_printf(arena, CHECKER "%u((%s) ? 1 : 0)", number, v->value);
    Edited *e = file_of(edits, v->at.file);
    uint32_t at = e ? offset_of(&e->source, v) : NOWHERE;
    bool placed = at != NOWHERE && (v->loop ? at_loop(e, at, call, arena) : at_statement(e, at, call, arena));
    if (!placed)
        reason_set(why, "there is no %s at %.150s:%u:%u", v->loop ? "loop" : "statement", v->at.file, v->at.line,
                   v->at.column);
    return placed;
}

// ---- the new files ----
static int by_offset(const void *x, const void *y) {
    const Insertion *a = x, *b = y;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static bool write_file(const char *path, const Text *text, Reason *why) {
    FILE *out = fopen(path, "w");
    bool good = out && fwrite(text->at, 1, text->count, out) == text->count;
    good = out && fclose(out) == 0 && good;
    if (!good)
        reason_set(why, "%.200s cannot be written", path);
    return good;
}

static void add_bytes(Text *out, const char *bytes, uint32_t n) {
    vec_reserve(out, out->count + n);
    memcpy(out->at + out->count, bytes, n);
    out->count += n;
}

// The functions are declared in a line of their own; the marker keeps the numbers of the others.
static bool write_edited(Edited *e, uint32_t invariants, const char *path, Applied *applied, Reason *why) {
    Text text = { 0 };
    uint32_t at = 0, line = 0, shift = 0; // how far the rest of the line has moved
    for (uint32_t i = 0; i < invariants; i++)
        text_add(&text, "void " CHECKER "%u(int); ", i);
    text_add(&text, "\n# 1 \"%s\"\n", e->source.path);
    if (e->insertions.count)
        qsort(e->insertions.at, e->insertions.count, sizeof *e->insertions.at, by_offset);
    for (uint32_t i = 0; i < e->insertions.count; i++) {
        add_bytes(&text, e->source.text + at, e->insertions.at[i].offset - at);
        uint32_t length = (uint32_t)strlen(e->insertions.at[i].text);
        add_bytes(&text, e->insertions.at[i].text, length);
        at = e->insertions.at[i].offset;
        Place place = source_place(&e->source, at);
        shift = place.line == line ? shift : 0;
        line = place.line;
        const SourceLine *called = &e->source.lines.at[line];
        vec_push(&applied->ranges, (InsertedRange){ called->file, called->line, place.column + shift,
                                                    place.column + shift + length - 1 });
        shift += length;
    }
    add_bytes(&text, e->source.text + at, e->source.length - at);
    bool good = write_file(path, &text, why);
    vec_free(&text);
    return good;
}

static bool write_checkers(const Witness *w, const Input *input, const char *path, Reason *why) {
    Text text = { 0 };
    const char *error = input->property.error_function ? input->property.error_function : "reach_error";
    bool overflow = input->property.kind == PROPERTY_NO_OVERFLOW;
    if (overflow)
        text_add(&text, "static int fail(int x) { return x + 1; }\n");
    else
        text_add(&text, "extern void %s(void);\n", error);
    for (uint32_t i = 0; i < w->invariants.count; i++)
        text_add(&text, "void " CHECKER "%u(int holds) { if (!holds) %s(%s); }\n", i, overflow ? "fail" : error,
                 overflow ? "2147483647" : "");
    bool good = write_file(path, &text, why);
    vec_free(&text);
    return good;
}

static const char *make_directory(Arena *arena) {
    const char *base = limits_tempdir(), *variable = getenv("TMPDIR");
    if (!*base)
        base = variable && *variable ? variable : "/tmp";
    return mkdtemp(arena_printf(arena, "%s/hone-witness-XXXXXX", base));
}

static bool write_all(const Witness *w, const Input *input, Edits *edits, Arena *arena, Applied *applied, Reason *why) {
    const SourceFiles *files = &input->frontend.files;
    for (uint32_t i = 0; i < files->count; i++) {
        SourceFile *f = vec_add(&applied->in.files);
        f->path = arena_printf(arena, "%s/%u-%s", applied->directory, i, path_name(files->at[i].path));
        for (uint32_t k = 0; k < files->at[i].arguments.count; k++)
            vec_push(&f->arguments, files->at[i].arguments.at[k]);
        vec_push(&f->arguments, "-iquote"); // for #include "x.h" beside the original
        vec_push(&f->arguments, path_directory(files->at[i].path, arena));
        if (!write_edited(&edits->at[i], w->invariants.count, f->path, applied, why))
            return false;
    }
    if (!w->invariants.count)
        return true;
    SourceFile *checkers = vec_add(&applied->in.files);
    checkers->path = arena_printf(arena, "%s/checkers.c", applied->directory);
    return write_checkers(w, input, checkers->path, why);
}

bool witness_apply(const Witness *w, const Input *input, Arena *arena, Applied *applied, Reason *why) {
    Edits edits = { 0 };
    bool good = true;
    *applied = (Applied){ .in = input->frontend };
    memset(&applied->in.files, 0, sizeof applied->in.files);
    for (uint32_t i = 0; good && i < input->frontend.files.count; i++)
        good = source_read(&((Edited *)vec_add(&edits))->source, input->frontend.files.at[i].path, arena, why);
    for (uint32_t i = 0; good && i < w->invariants.count; i++)
        good = place_invariant(&edits, &w->invariants.at[i], i, arena, why);
    if (good) {
        applied->directory = make_directory(arena);
        if (applied->directory)
            good = write_all(w, input, &edits, arena, applied, why);
        else
            reason_set(why, "no temporary directory");
        good = good && applied->directory;
    }
    for (uint32_t i = 0; i < edits.count; i++) {
        source_free(&edits.at[i].source);
        vec_free(&edits.at[i].insertions);
    }
    vec_free(&edits);
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
    vec_free(&applied->ranges);
}

uint32_t applied_failed(const Program *p, EdgeId error) {
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

// ---- does it do nothing else? ----
static bool is_checker(const Program *p, FuncId f) {
    return f && !strncmp(program_text(p, p->funcs.at[f].name), CHECKER, strlen(CHECKER));
}

// Is the access inside an object that lives as long as its function?  Where the address is one of an object
// and a constant it can be seen.
static bool is_safe_load(const Program *p, const Map *sites, const Cmd *cmd) {
    Term base = cmd->a;
    uint64_t offset = 0, high = 0;
    if (term_op(p->terms, base) == OP_BV_ADD && term_arity(p->terms, base) == 2) {
        uint32_t constant = term_op(p->terms, term_arg(p->terms, base, 0)) == OP_BV_CONST ? 0 : 1;
        if (term_op(p->terms, term_arg(p->terms, base, constant)) != OP_BV_CONST)
            return false;
        term_bits(p->terms, term_arg(p->terms, base, constant), &offset, &high);
        base = term_arg(p->terms, base, 1 - constant);
    }
    VarId v = program_var_of(p, base);
    if (!v)
        return false;
    ObjId object = p->vars.at[v].kind == VAR_ADDRESS ? p->vars.at[v].object : map_find(sites, v);
    const Object *o = &p->objects.at[object];
    return object && o->kind != OBJ_FUNCTION && offset <= o->size && cmd->bytes <= o->size - offset;
}

static bool is_inserted(const Program *p, const Applied *applied, SrcPos pos) {
    for (uint32_t i = 0; pos.file && i < applied->ranges.count; i++) {
        const InsertedRange *r = &applied->ranges.at[i];
        if (pos.line == r->line && pos.column >= r->first && pos.column <= r->last &&
            same_file(r->file, program_text(p, p->files.at[pos.file])))
            return true;
    }
    return false;
}

bool applied_check(const Program *p, Applied *applied, Reason *why) {
    Map sites = { 0 }; // VarId of an ALLOC -> ObjId
    bool good = true;
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ALLOC)
            map_put(&sites, p->edges.at[e].cmd.var, p->edges.at[e].cmd.object);
    applied->reads_memory = false;
    for (EdgeId e = 1; e < p->edges.count && good; e++) {
        const Edge *edge = &p->edges.at[e];
        const Cmd *cmd = &edge->cmd;
        if (!edge->from || is_checker(p, p->locs.at[edge->from].func))
            continue;
        if (!is_inserted(p, applied, edge->pos)) {
            if (is_checker(p, cmd->callee))
                bug("line %u: a checker is called where none was put", edge->pos.line);
            continue;
        }
        if (cmd->kind == CMD_LOAD)
            applied->reads_memory |= !is_safe_load(p, &sites, cmd);
        else
            good = cmd->kind == CMD_SKIP || cmd->kind == CMD_ASSUME || cmd->kind == CMD_ASSIGN ||
                   (cmd->kind == CMD_CALL && is_checker(p, cmd->callee)) ||
                   (cmd->kind == CMD_INPUT && cmd->input == INPUT_UNINIT);
        if (!good)
            reason_set(why, "line %u: an invariant of the witness does more than to read variables", edge->pos.line);
    }
    map_free(&sites);
    return good;
}
