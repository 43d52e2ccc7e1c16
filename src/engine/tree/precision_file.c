// precision_file.c - writes and reads files of predicates
#include "engine/tree/precision_file.h"
#include "base/limits.h"
#include "logic/text/read_smt.h"
#include "program/step/block.h"
#include "spec/file.h"
#include <errno.h>

enum { VERSION = 1, LARGEST_FILE = 1 << 28 };

// ---- writing ----
static void add_place(const Program *p, LocId loc, Text *out) {
    const Loc *l = &p->locs.at[loc];
    FuncId f = l->inlined ? p->inlined.at[l->inlined].callee : l->func;
    text_add(out, "at L%u", loc);
    if (f)
        text_add(out, " %s", program_text(p, p->funcs.at[f].name));
    if (l->pos.line)
        text_add(out, " %s:%u", path_name(program_text(p, p->files.at[l->pos.file])), l->pos.line);
    text_add(out, "\n");
}

// One line, whatever the names in it are.
static void add_predicate(const Program *p, Term predicate, Text *out) {
    Text c = { 0 };
    term_print_c(p->terms, predicate, &c);
    for (uint32_t i = 0; i < c.count; i++)
        if (c.at[i] == '\n')
            c.at[i] = ' ';
    text_add(out, "c %s\nsmt ", c.count ? c.at : "");
    uint32_t start = out->count;
    term_print_smt(p->terms, predicate, out);
    for (uint32_t i = start; i < out->count; i++)
        if (out->at[i] == '\n')
            out->at[i] = ' ';
    text_add(out, "\n");
    vec_free(&c);
}

bool precision_write(const char *path, const Program *p, const char *digest, const VecFollowed *followed, Reason *why) {
    Text text = { 0 };
    LocId at = 0;
    text_add(&text, "hone precision %d\nprogram %s\n", VERSION, digest);
    for (uint32_t i = 0; i < followed->count; i++) {
        Followed f = followed->at[i];
        if (f.loc != at)
            add_place(p, f.loc, &text);
        at = f.loc;
        if (f.predicate.id)
            add_predicate(p, f.predicate, &text);
        else
            text_add(&text, "boolean\n");
    }
    text_add(&text, "end\n");
    bool good = limits_write(path, text.at, text.count, why);
    vec_free(&text);
    return good;
}

// ---- reading ----
typedef struct Lines {
    char *rest;
    char *line; // 0-terminated
    uint32_t number;
} Lines;

static bool next_line(Lines *l) {
    if (!*l->rest)
        return false;
    l->line = l->rest;
    l->number++;
    char *end = strchr(l->rest, '\n');
    l->rest = end ? end + 1 : l->rest + strlen(l->rest);
    if (end)
        *end = 0;
    return true;
}

// What follows the word, or NULL.
static char *after_word(const Lines *l, const char *word) {
    size_t n = strlen(word);
    if (strncmp(l->line, word, n) || (l->line[n] && l->line[n] != ' '))
        return NULL;
    return l->line[n] ? l->line + n + 1 : l->line + n;
}

typedef struct Known { // the variables that a predicate may have
    Names *names;
    Map variables; // name -> term id
} Known;

static void add_variable(Known *k, const Program *p, Term v) {
    map_put(&k->variables, name_of(k->names, term_name(p->terms, v)).id, v.id);
}

static void add_state(Known *k, const Program *p) {
    Blocks *blocks = blocks_new(p);
    for (VarId v = 1; v < p->vars.count; v++)
        if (!p->vars.at[v].func || p->vars.at[v].func == p->entry)
            add_variable(k, p, var_term(p, v));
    for (RegionId r = 0; r < p->regions.count; r++)
        add_variable(k, p, block_region(blocks, r));
    blocks_free(blocks);
}

static Term variable(void *self, const char *name) {
    Known *k = self;
    return (Term){ map_find(&k->variables, name_of(k->names, name).id) };
}

static PrecisionRead give_up(const char *path, const Lines *l, PrecisionRead how, const char *what, Reason *why) {
    reason_set(why, "%s:%u: %s", path, l->number, what);
    return how;
}

static PrecisionRead read_head(const char *path, const char *digest, Lines *l, Reason *why) {
    const char *rest;
    if (!next_line(l) || strcmp(l->line, "hone precision 1"))
        return give_up(path, l, PRECISION_BAD, "not a file of predicates: 'hone precision 1' expected", why);
    if (!next_line(l) || !(rest = after_word(l, "program")))
        return give_up(path, l, PRECISION_BAD, "'program' expected", why);
    return strcmp(rest, digest) ? give_up(path, l, PRECISION_STALE, "of another program", why) : PRECISION_READ;
}

static bool read_place(const Program *p, const char *text, LocId *loc) {
    char *end;
    if (*text != 'L')
        return false;
    unsigned long n = strtoul(text + 1, &end, 10);
    *loc = (LocId)n;
    return end != text + 1 && n && n < p->locs.count;
}

static PrecisionRead read_body(const char *path, const Program *p, Known *known, Lines *l, VecFollowed *out,
                               Reason *why) {
    LocId at = 0;
    const char *rest;
    while (next_line(l)) {
        Followed f = { .loc = at };
        Reason reason;
        if (!strcmp(l->line, "end"))
            return PRECISION_READ;
        if (after_word(l, "c"))
            continue;
        if ((rest = after_word(l, "at"))) {
            if (!read_place(p, rest, &at))
                return give_up(path, l, PRECISION_STALE, "no location of the program", why);
            continue;
        }
        rest = after_word(l, "smt");
        if (!at || (!rest && strcmp(l->line, "boolean")))
            return give_up(path, l, PRECISION_BAD, "'at', 'c', 'smt', 'boolean' or 'end' expected", why);
        if (rest && !smt_read_formula(p->terms, rest, strlen(rest), variable, known, &f.predicate, &reason))
            return give_up(path, l, PRECISION_STALE, reason.text, why);
        vec_push(out, f);
    }
    return give_up(path, l, PRECISION_BAD, "'end' expected", why);
}

PrecisionRead precision_read(const char *path, const Program *p, const char *digest, VecFollowed *out, Reason *why) {
    Arena *arena = arena_new();
    Lines l = { .rest = file_read(path, LARGEST_FILE, arena, NULL, why) };
    uint32_t before = out->count;
    PrecisionRead result = PRECISION_BAD;
    if (l.rest) {
        Known known = { .names = names_new() };
        result = read_head(path, digest, &l, why);
        if (result == PRECISION_READ) {
            add_state(&known, p);
            result = read_body(path, p, &known, &l, out, why);
        }
        map_free(&known.variables);
        names_free(known.names);
    }
    if (result != PRECISION_READ)
        out->count = before;
    arena_free(arena);
    return result;
}
