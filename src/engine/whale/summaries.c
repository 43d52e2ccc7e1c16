#include "engine/whale/summaries.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "logic/text/read_smt.h"
#include "spec/file.h"
#include <errno.h>

enum { VERSION = 1, LARGEST_FILE = 1 << 28 };

// ---- numbers for variables ----
typedef struct Numbered { // the variables of one procedure
    const Clauses *c;
    const Procedure *proc;
    const char *name; // of the function
    Map number;       // variable -> 1 + number
    VecTerm vars;     // by number
} Numbered;

static void number_in(Numbered *n, Term a) {
    VecTerm vars = { 0 };
    if (a.id)
        term_vars(n->c->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        if (!map_find(&n->number, vars.at[i].id)) {
            vec_push(&n->vars, vars.at[i]);
            map_put(&n->number, vars.at[i].id, n->vars.count);
        }
    vec_free(&vars);
}

static void number_block(Numbered *n, uint32_t cut) {
    const Block *b = &n->proc->block[cut];
    number_in(n, b->guard);
    for (uint32_t i = 0; b->guard.id && i < b->changes.count; i++) {
        number_in(n, b->changes.at[i].value);
        number_in(n, block_changed(n->proc->blocks, b, i));
    }
}

static void numbered_open(Numbered *n, const Clauses *c, uint32_t unit) {
    const Procedure *proc = c->units.at[unit].proc;
    *n = (Numbered){ .c = c, .proc = proc, .name = program_text(proc->p, proc->p->funcs.at[proc->func].name) };
    for (uint32_t i = 0; i < proc->graph->edges.count; i++) {
        number_block(n, i);
        for (uint32_t s = 0; proc->call[i] && s < proc->state.count; s++)
            number_in(n, proc->call_terms[i].after[s]);
    }
    for (uint32_t s = 0; s < proc->state.count; s++)
        number_in(n, proc->state.at[s]);
}

static void numbered_close(Numbered *n) {
    map_free(&n->number);
    vec_free(&n->vars);
}

// A name has one sort for ever; those of different functions differ.
static Term number_leaf(void *self, Term variable) {
    Numbered *n = self;
    Text name = { 0 };
    assert(map_find(&n->number, variable.id)); // add_formula saw to it
    text_add(&name, "%s#%u", n->name, map_find(&n->number, variable.id) - 1);
    Term result = term_var(n->c->t, name.at, term_sort(n->c->t, variable));
    vec_free(&name);
    return result;
}

static void add_formula(Numbered *n, Term a, Text *out) {
    uint32_t start = out->count;
    number_in(n, a);
    term_print_smt(n->c->t, term_map(n->c->t, a, number_leaf, n, NULL), out);
    for (uint32_t i = start; i < out->count; i++)
        if (out->at[i] == '\n')
            out->at[i] = ' ';
    text_add(out, "\n");
}

// ---- digests ----
static void add_call(Numbered *n, uint32_t cut, Text *out) {
    const Procedure *callee = system_callee(n->c->system, n->proc->call[cut]);
    text_add(out, "call %s\n", program_text(callee->p, callee->p->funcs.at[callee->func].name));
    for (uint32_t s = 0; s < callee->state.count; s++)
        if (procedure_live(callee, callee->graph->entry)[s])
            add_formula(n, n->proc->call_terms[cut].enter[s], out);
}

// All that the function's own blocks do.
static void own_text(Numbered *n, Text *out) {
    const Procedure *proc = n->proc;
    text_add(out, "%s %u\n", n->name, proc->graph->points.count);
    for (uint32_t i = 0; i < proc->graph->edges.count; i++) {
        const Block *b = &proc->block[i];
        text_add(out, "edge %u %u\n", proc->graph->edges.at[i].from, proc->graph->edges.at[i].to);
        if (proc->call[i])
            add_call(n, i, out);
        if (!b->guard.id)
            continue;
        add_formula(n, b->guard, out);
        for (uint32_t k = 0; k < b->changes.count; k++) {
            add_formula(n, block_changed(proc->blocks, b, k), out);
            add_formula(n, b->changes.at[k].value, out);
        }
    }
    for (uint32_t i = 0; i < n->vars.count; i++) {
        sort_print_smt(n->c->t, term_sort(n->c->t, n->vars.at[i]), out);
        text_add(out, "\n");
    }
}

typedef struct Digest {
    char text[SHA256_TEXT];
} Digest;

static Digest *find_digests(const Clauses *c) {
    Digest *digests = base_alloc(c->units.count * sizeof *digests);
    for (uint32_t k = 0; k < c->units.count; k++) {
        Numbered n;
        Text text = { 0 };
        numbered_open(&n, c, k);
        own_text(&n, &text);
        sha256(text.at, text.count, digests[k].text);
        vec_free(&text);
        numbered_close(&n);
    }
    return digests;
}

// ---- writing ----
bool summaries_write(const char *path, const Clauses *c, const Term known[], Reason *why) {
    assert(c->units.count == c->system->procs.count);
    Digest *digests = find_digests(c);
    Text text = { 0 };
    text_add(&text, "hone summaries %d\n", VERSION);
    for (uint32_t k = 0; k < c->units.count; k++) {
        Numbered n;
        numbered_open(&n, c, k);
        text_add(&text, "function %s %s\n", n.name, digests[k].text);
        for (uint32_t i = 0; i < n.proc->graph->points.count; i++) {
            Term holds = known[clauses_relation(c, k, i)];
            if (n.proc->bad[i] || term_op(c->t, holds) == OP_TRUE)
                continue;
            text_add(&text, "point %u ", i);
            add_formula(&n, holds, &text);
        }
        numbered_close(&n);
    }
    text_add(&text, "end\n");
    bool good = limits_write(path, text.at, text.count, why);
    vec_free(&text);
    free(digests);
    return good;
}

// ---- reading ----
typedef struct Reading {
    const char *path;
    const Clauses *c;
    Digest *digests;
    Guesses *guesses;
    uint32_t line;
    bool *same;
    uint32_t unit; // the one that is read, or the number of units: its function has changed
    Numbered n;    // of it
    Reason *why;
} Reading;

static bool wrong(const Reading *r, const char *what) {
    reason_set(r->why, "%s:%u: %s", r->path, r->line, what);
    return false;
}

static Term variable(void *self, const char *name) {
    Reading *r = self;
    const char *number = strrchr(name, '#');
    size_t n = number ? (size_t)(number - name) : 0;
    unsigned long i = number ? strtoul(number + 1, NULL, 10) : r->n.vars.count;
    bool of_function = number && strlen(r->n.name) == n && !strncmp(name, r->n.name, n);
    return of_function && i < r->n.vars.count ? r->n.vars.at[i] : (Term){ 0 };
}

static void read_function(Reading *r, const char *name, const char *digest) {
    numbered_close(&r->n);
    r->n = (Numbered){ 0 };
    for (r->unit = 0; r->unit < r->c->units.count; r->unit++) {
        const Procedure *proc = r->c->units.at[r->unit].proc;
        if (!strcmp(program_text(proc->p, proc->p->funcs.at[proc->func].name), name))
            break;
    }
    if (r->unit < r->c->units.count && strcmp(r->digests[r->unit].text, digest) != 0)
        r->unit = r->c->units.count;
    if (r->unit < r->c->units.count) {
        numbered_open(&r->n, r->c, r->unit);
        r->same[r->unit] = true;
    }
}

// A formula that cannot be read, or is about something else, is no guess.
static bool read_point(Reading *r, char *rest) {
    char *end;
    unsigned long point = strtoul(rest, &end, 10);
    Term formula;
    Reason why;
    if (end == rest || *end != ' ')
        return wrong(r, "the number of a point expected");
    if (r->unit == r->c->units.count || point >= r->n.proc->graph->points.count ||
        !smt_read_formula(r->c->t, end + 1, strlen(end + 1), variable, r, &formula, &why) ||
        !procedure_matters(r->n.proc, (uint32_t)point, formula))
        return true;
    term_conjuncts(r->c->t, formula, &r->guesses->at[clauses_relation(r->c, r->unit, (uint32_t)point)]);
    return true;
}

static bool read_line(Reading *r, char *line) {
    char *space = strchr(line, ' '), *second = space ? strchr(space + 1, ' ') : NULL;
    if (r->line == 1)
        return !strcmp(line, "hone summaries 1") || wrong(r, "not a file of summaries: 'hone summaries 1' expected");
    if (!strncmp(line, "function ", 9) && second) {
        *second = 0;
        read_function(r, space + 1, second + 1);
        return true;
    }
    if (!strncmp(line, "point ", 6))
        return read_point(r, line + 6);
    return !strcmp(line, "end") || wrong(r, "'function', 'point' or 'end' expected");
}

bool summaries_read(const char *path, const Clauses *c, Guesses *guesses, bool same[], Reason *why) {
    assert(guesses->count == c->horn->scopes.count);
    Arena *arena = arena_new();
    Reading r = { .path = path, .c = c, .guesses = guesses, .unit = c->units.count, .why = why, .same = same };
    char *text = file_read(path, LARGEST_FILE, arena, NULL, why);
    bool good = text != NULL;
    r.digests = good ? find_digests(c) : NULL;
    while (good && *text) {
        char *end = strchr(text, '\n');
        r.line++;
        if (end)
            *end = 0;
        good = read_line(&r, text);
        text = end ? end + 1 : text + strlen(text);
    }
    for (uint32_t i = 0; i < guesses->count && !good; i++)
        guesses->at[i].count = 0;
    for (uint32_t k = 0; k < c->units.count; k++)
        same[k] &= good;
    numbered_close(&r.n);
    free(r.digests);
    arena_free(arena);
    return good;
}
