// proof_file.c - proofs as files that anyone can check again
#include "answer/check/proof_file.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "logic/text/read_smt.h"
#include "logic/text/script.h"
#include "logic/smt/smt.h"
#include "program/step/call.h"
#include "spec/file.h"
#include <errno.h>
#include <sys/stat.h>

enum { VERSION = 2, EQUIVALENCE_STEPS = 20000000, LARGEST_FILE = 1 << 30 };

const char proof_layout[] = "objects of which there is one only have the addresses of one layout";

// ---- the digest of a program ----
// A line of the dump without "  [FILE:LINE:COLUMN]": the same program may be read by another path.
static void add_without_place(const char *line, size_t n, Text *out) {
    const char *open = n > 3 && !memcmp(line, "  L", 3) ? memmem(line, n, "  [", 3) : NULL;
    const char *close = open ? memmem(open, (size_t)(line + n - open), "]  ", 3) : NULL;
    if (!close) {
        text_add(out, "%.*s\n", (int)n, line);
        return;
    }
    text_add(out, "%.*s %.*s\n", (int)(open - line), line, (int)(line + n - close - 1), close + 1);
}

// The dump does not show the bytes that objects start with.
static void add_bytes(const Program *p, Text *out) {
    for (ObjId i = 1; i < p->objects.count; i++) {
        const Object *o = &p->objects.at[i];
        text_add(out, "bytes %u %u", i, o->external || o->made);
        for (uint64_t k = 0; o->init && k < o->size; k++)
            text_add(out, " %02x", o->init[k]);
        for (uint32_t k = 0; k < o->relocs.count; k++)
            text_add(out, " %llu:%u+%lld", (unsigned long long)o->relocs.at[k].offset, o->relocs.at[k].object,
                     (long long)o->relocs.at[k].addend);
        text_add(out, "\n");
    }
}

void proof_program_digest(const Program *p, char *out) {
    char *dump = NULL;
    size_t n = 0;
    FILE *file = open_memstream(&dump, &n);
    if (!file)
        bug("no memory for the dump of a program");
    program_print(p, file);
    fclose(file);
    Text text = { 0 };
    for (size_t at = 0; at < n;) {
        const char *end = memchr(dump + at, '\n', n - at);
        size_t length = end ? (size_t)(end - dump) - at : n - at;
        add_without_place(dump + at, length, &text);
        at += length + 1;
    }
    add_bytes(p, &text);
    sha256(text.at, text.count, out);
    vec_free(&text);
    free(dump);
}

static bool source_digest(const char *path, char *out, Reason *why) {
    Arena *arena = arena_new();
    size_t n = 0;
    const char *text = file_read(path, LARGEST_FILE, arena, &n, why);
    if (text)
        sha256(text, n, out);
    arena_free(arena);
    return text != NULL;
}

// ---- writing ----
static void add_line(Text *out, const char *word, const char *rest) {
    text_add(out, *word ? "%s " : "%s", word);
    for (; *rest; rest++)
        text_add(out, "%c", *rest == '\n' || *rest == '\r' ? ' ' : *rest);
    text_add(out, "\n");
}

static const char *externals_text(Externals externals) {
    static const char *const texts[] = { "havoc", "pure", "stop" };
    assert((size_t)externals < COUNT(texts));
    return texts[externals];
}

// The options that change what the program, or the property, means.
static void add_options(const FrontendInput *in, const Property *property, Text *out) {
    Text errors = { 0 };
    text_add(&errors, "%s%s", property->error_function ? property->error_function : "usual",
             property->asserts ? " assert" : "");
    add_line(out, "errors", errors.at);
    add_line(out, "externals", externals_text(in->externals));
    add_line(out, "malloc-may-fail", in->malloc_may_fail ? "yes" : "no");
    vec_free(&errors);
}

static void add_digest(Text *out) {
    char digest[SHA256_TEXT];
    sha256(out->at, out->count, digest);
    text_add(out, "head %s\n", digest);
}

// All that must be the same for a certificate to be of this task.
static bool add_head(const Program *p, const ProofTask *task, Text *out, Reason *why) {
    assert(p->entry && !out->count);
    char digest[SHA256_TEXT];
    const FrontendInput *in = task->in;
    text_add(out, "hone proof %d\ndata-model %s\n", VERSION, p->pointer_bits == 32 ? "ILP32" : "LP64");
    Arena *arena = arena_new();
    add_line(out, "property", property_spelling(task->property, arena));
    arena_free(arena);
    add_line(out, "entry", program_text(p, p->funcs.at[p->entry].name));
    add_options(in, task->property, out);
    if (p->calls_kept)
        add_line(out, "calls", "kept");
    for (uint32_t i = 0; i < in->files.count; i++) {
        if (!source_digest(in->files.at[i].path, digest, why))
            return false;
        text_add(out, "source %s ", digest);
        add_line(out, "", path_name(in->files.at[i].path));
    }
    proof_program_digest(p, digest);
    text_add(out, "program %s\n", digest);
    add_line(out, "assumption", proof_layout);
    for (uint32_t i = 0; i < task->n; i++)
        add_line(out, "assumption", task->assumptions[i]);
    add_digest(out);
    return true;
}

static void add_invariant(const Program *p, const Invariant *inv, Text *out) {
    assert(inv->loc < p->locs.count && inv->formula.id);
    Text text = { 0 };
    location_print(p, inv->loc, &text);
    text_add(out, "invariant L%u ", inv->loc);
    add_line(out, "", text.at);
    text.count = 0;
    term_print_c(p->terms, inv->formula, &text);
    add_line(out, "c", text.at);
    text.count = 0;
    term_print_smt(p->terms, inv->formula, &text);
    add_line(out, "smt", text.at);
    vec_free(&text);
}

static void add_script(const Program *p, const ProofCondition *c, Text *out) {
    text_add(out, "(set-logic ALL)\n");
    script_print(p->terms, condition_formula(p, c), out);
    text_add(out, "(check-sat)\n");
}

static void add_condition(const Program *p, const ProofCondition *c, Text *out) {
    assert(c->by != PROVED_NOT && "only a proof that stands is written");
    text_add(out, "condition %s L%u L%u %s\n", condition_kind_text(c->kind), c->from, c->to,
             c->by == PROVED_INTEGERS ? "integers" : "bits");
    add_script(p, c, out);
    text_add(out, "end\n");
}

// ---- reading ----
// A place in the text, line by line.
typedef struct Lines {
    const char *text;
    size_t length, at;
    uint32_t number;
    const char *line; // the one read last, without its end
    size_t n;
} Lines;

static bool next_line(Lines *l) {
    assert(l->at <= l->length + 1);
    if (l->at >= l->length)
        return false;
    const char *end = memchr(l->text + l->at, '\n', l->length - l->at);
    l->line = l->text + l->at;
    l->n = end ? (size_t)(end - l->line) : l->length - l->at;
    l->at += l->n + 1;
    l->number++;
    return true;
}

static bool line_starts(const Lines *l, const char *word, const char **rest, size_t *n) {
    assert(l->line && *word);
    size_t k = strlen(word);
    if (l->n < k + 1 || memcmp(l->line, word, k) || l->line[k] != ' ')
        return false;
    *rest = l->line + k + 1;
    *n = l->n - k - 1;
    return true;
}

static bool line_is(const Lines *l, const char *text) {
    return l->n == strlen(text) && !memcmp(l->line, text, l->n);
}

typedef struct FileCondition {
    char kind[16];
    LocId from, to;
    const char *script;
    size_t length;
    uint32_t line;
} FileCondition;

typedef struct Certificate {
    const Program *p;
    Names *names;
    Map variables; // name -> term id
    VEC(Invariant) invariants;
    VEC(FileCondition) conditions;
} Certificate;

static Term variable(void *context, const char *name) {
    Certificate *c = context;
    return (Term){ map_find(&c->variables, name_of(c->names, name).id) };
}

static void add_variable(Certificate *c, Term v) {
    assert(term_op(c->p->terms, v) == OP_VAR);
    map_put(&c->variables, name_of(c->names, term_name(c->p->terms, v)).id, v.id);
}

// What an invariant may speak of; check_proof sees to it that it does so where it may.
static void add_state(Certificate *c) {
    const Program *p = c->p;
    for (VarId v = 1; v < p->vars.count; v++)
        add_variable(c, var_term(p, v));
    Blocks *blocks = blocks_new(p);
    for (RegionId r = 0; r < p->regions.count; r++)
        add_variable(c, block_region(blocks, r));
    Calls *calls = calls_new(p, blocks);
    VecTerm terms = { 0 };
    for (FuncId f = 1; f < p->funcs.count; f++) {
        if (f == p->entry || !p->funcs.at[f].defined)
            continue;
        calls_given(calls, f, &terms);
        for (uint32_t i = 0; i < p->funcs.at[f].results.count; i++)
            vec_push(&terms, calls_result(p, f, i));
    }
    for (uint32_t i = 0; i < terms.count; i++)
        add_variable(c, terms.at[i]);
    vec_free(&terms);
    calls_free(calls);
    blocks_free(blocks);
}

static bool refuse(ProofCheck *out, const Lines *l, const char *what) {
    assert(*what);
    reason_set(&out->reason, "proof file not accepted");
    reason_set(&out->detail, "line %u of the proof: %s", l->number, what);
    out->stands = false;
    return false;
}

static bool same_text(const char *rest, size_t n, const char *wanted) {
    return n == strlen(wanted) && !memcmp(rest, wanted, n);
}

// What a line says that is not as it must be.  The name of a file may be another.
static const char *head_difference(const Lines *wanted) {
    static const char *const said[][2] = {
        { "hone", "not a certificate of a version that is known" },
        { "data-model", "the certificate is for another data model" },
        { "property", "the certificate is for another property" },
        { "entry", "the certificate is for another entry" },
        { "errors", "the certificate is for other errors" },
        { "externals", "the certificate is for another meaning of functions without a body (--externals)" },
        { "malloc-may-fail", "the certificate is for another malloc (--malloc-may-fail)" },
        { "source", "the certificate is of another source file" },
        { "program", "the certificate is of another program" },
        { "assumption", "the certificate has other assumptions" },
        { "head", "the certificate has other assumptions" },
    };
    const char *rest;
    size_t n;
    for (size_t i = 0; i < COUNT(said); i++)
        if (line_starts(wanted, said[i][0], &rest, &n))
            return said[i][1];
    return "not as a certificate begins";
}

static bool same_line(const Lines *a, const Lines *b) {
    const char *x, *y;
    size_t n, m;
    if (line_starts(a, "source", &x, &n) && line_starts(b, "source", &y, &m))
        return n >= SHA256_TEXT && m >= SHA256_TEXT && !memcmp(x, y, SHA256_TEXT - 1);
    return a->n == b->n && !memcmp(a->line, b->line, a->n);
}

// The digest of the lines above must be theirs.
static bool same_digest(const Lines *l, ProofCheck *out) {
    assert(l->line >= l->text && l->line + l->n <= l->text + l->length);
    char digest[SHA256_TEXT];
    const char *rest;
    size_t n;
    sha256(l->text, (size_t)(l->line - l->text), digest);
    return (line_starts(l, "head", &rest, &n) && same_text(rest, n, digest)) ||
           refuse(out, l, "the lines above were changed (their digest is another)");
}

// The head must be the one that would be written for the task.
static bool read_head(Lines *l, const Program *p, const ProofTask *task, ProofCheck *out) {
    Text text = { 0 };
    Reason why = { "" };
    bool good = add_head(p, task, &text, &why);
    if (!good)
        refuse(out, l, why.text);
    Lines wanted = { .text = text.at, .length = text.count };
    const char *rest;
    size_t n;
    while (good && next_line(&wanted)) {
        if (!next_line(l))
            good = refuse(out, l, "it ends too early");
        else if (line_starts(&wanted, "head", &rest, &n) && line_starts(l, "head", &rest, &n))
            good = same_digest(l, out);
        else
            good = same_line(&wanted, l) || refuse(out, l, head_difference(&wanted));
    }
    vec_free(&text);
    return good;
}

// "L12" with a space or the end after it.
static bool read_location(const Lines *l, const char **rest, size_t *n, LocId *out) {
    uint64_t x = 0;
    size_t i = 1;
    (void)l;
    if (*n < 2 || **rest != 'L')
        return false;
    for (; i < *n && (*rest)[i] >= '0' && (*rest)[i] <= '9'; i++) {
        x = x * 10 + (uint64_t)((*rest)[i] - '0');
        if (x > UINT32_MAX)
            return false;
    }
    if (i == 1 || (i < *n && (*rest)[i] != ' '))
        return false;
    *out = (LocId)x;
    i += i < *n;
    *rest += i;
    *n -= i;
    return true;
}

static bool read_invariant(Certificate *c, Lines *l, const char *rest, size_t n, ProofCheck *out) {
    Invariant inv = { 0 };
    Reason why = { "" };
    if (!read_location(l, &rest, &n, &inv.loc) || inv.loc >= c->p->locs.count)
        return refuse(out, l, "not a location of the program");
    if (!next_line(l) || !line_starts(l, "c", &rest, &n) || !next_line(l) || !line_starts(l, "smt", &rest, &n))
        return refuse(out, l, "an invariant without formula");
    if (!smt_read_formula(c->p->terms, rest, n, variable, c, &inv.formula, &why))
        return refuse(out, l, why.text);
    vec_push(&c->invariants, inv);
    return true;
}

static bool read_condition(Certificate *c, Lines *l, const char *rest, size_t n, ProofCheck *out) {
    FileCondition f = { .line = l->number };
    const char *space = memchr(rest, ' ', n);
    size_t k = space ? (size_t)(space - rest) : n;
    if (!space || k >= sizeof f.kind)
        return refuse(out, l, "not a condition");
    memcpy(f.kind, rest, k);
    rest += k + 1;
    n -= k + 1;
    if (!read_location(l, &rest, &n, &f.from) || !read_location(l, &rest, &n, &f.to) ||
        (!same_text(rest, n, "bits") && !same_text(rest, n, "integers")))
        return refuse(out, l, "not a condition");
    f.script = l->text + (l->at < l->length ? l->at : l->length);
    for (;;) {
        if (!next_line(l))
            return refuse(out, l, "a condition without end");
        if (line_is(l, "end"))
            break;
    }
    f.length = (size_t)(l->line - f.script);
    assert(l->line >= f.script);
    vec_push(&c->conditions, f);
    return true;
}

static bool read_body(Certificate *c, Lines *l, ProofCheck *out) {
    const char *rest;
    size_t n;
    while (next_line(l)) {
        bool good = true;
        if (line_starts(l, "assumption", &rest, &n))
            continue;
        if (line_starts(l, "invariant", &rest, &n))
            good = read_invariant(c, l, rest, n, out);
        else if (line_starts(l, "condition", &rest, &n))
            good = read_condition(c, l, rest, n, out);
        else
            good = refuse(out, l, "a line that is not known");
        if (!good)
            return false;
    }
    return true;
}

static void certificate_free(Certificate *c) {
    names_free(c->names);
    map_free(&c->variables);
    vec_free(&c->invariants);
    vec_free(&c->conditions);
}

// ---- comparing ----
static bool same_formula(const Program *p, Term a, Term b) {
    assert(a.id && b.id);
    if (term_same(a, b))
        return true;
    Smt *smt = smt_new(p->terms, (SmtLimits){ .resources = EQUIVALENCE_STEPS });
    bool same = smt_equivalent(smt, a, b) == SMT_VALID;
    smt_free(smt);
    return same;
}

// Is the script in the file the condition that the program asks for?
static bool same_condition(const Program *p, const ProofCondition *c, const FileCondition *f, Reason *why) {
    Term formula = condition_formula(p, c), read = { 0 };
    Certificate vars = { .p = p, .names = names_new() };
    VecTerm list = { 0 };
    term_vars(p->terms, formula, &list);
    for (uint32_t i = 0; i < list.count; i++)
        add_variable(&vars, list.at[i]);
    bool same = !strcmp(f->kind, condition_kind_text(c->kind)) && f->from == c->from && f->to == c->to;
    if (same && smt_read_script(p->terms, f->script, f->length, variable, &vars, &read, why))
        same = same_formula(p, formula, read);
    else
        same = false;
    vec_free(&list);
    certificate_free(&vars);
    return same;
}

static bool same_conditions(Certificate *c, ProofCheck *out) {
    assert(out->stands && "the conditions are proved before they are compared");
    uint32_t n = out->conditions.count;
    Reason why = { "" };
    if (c->conditions.count != n) {
        reason_set(&out->reason, "proof file not accepted");
        reason_set(&out->detail, "the proof has %u conditions, and the program needs %u", c->conditions.count, n);
        return out->stands = false;
    }
    for (uint32_t i = 0; i < n; i++) {
        const ProofCondition *condition = &out->conditions.at[i];
        const FileCondition *f = &c->conditions.at[i];
        if (same_condition(c->p, condition, f, &why))
            continue;
        reason_set(&out->reason, "proof file not accepted");
        reason_set(&out->detail,
                   "line %u of the proof: this is not the %s condition from L%u to L%u of the program%s%s", f->line,
                   condition_kind_text(condition->kind), condition->from, condition->to, *why.text ? ": " : "",
                   why.text);
        out->failed = i;
        return out->stands = false;
    }
    return true;
}

// ---- public interface ----
// Would the text be read as what it was written from?
static bool reads_back(const Program *p, const ProofTask *task, const Text *text, uint32_t n,
                       const Invariant invariants[], const ProofCheck *check, Reason *why) {
    Certificate c = { .p = p, .names = names_new() };
    ProofCheck out = { 0 };
    Lines l = { .text = text->at, .length = text->count };
    add_state(&c);
    bool same = read_head(&l, p, task, &out) && read_body(&c, &l, &out) && c.invariants.count == n &&
                c.conditions.count == check->conditions.count;
    for (uint32_t i = 0; same && i < n; i++)
        same = c.invariants.at[i].loc == invariants[i].loc &&
               same_formula(p, c.invariants.at[i].formula, invariants[i].formula);
    for (uint32_t i = 0; same && i < c.conditions.count; i++)
        same = same_condition(p, &check->conditions.at[i], &c.conditions.at[i], &out.detail);
    if (!same)
        reason_set(why, "the proof cannot be written as text%s%s", *out.detail.text ? ": " : "", out.detail.text);
    certificate_free(&c);
    return same;
}

bool proof_write(const char *path, const Program *p, const ProofTask *task, uint32_t n, const Invariant invariants[],
                 const ProofCheck *check, Reason *why) {
    Text text = { 0 };
    if (!check->stands) {
        reason_set(why, "there is no proof to write");
        return false;
    }
    bool good = add_head(p, task, &text, why);
    for (uint32_t i = 0; good && i < n; i++)
        add_invariant(p, &invariants[i], &text);
    for (uint32_t i = 0; good && i < check->conditions.count; i++)
        add_condition(p, &check->conditions.at[i], &text);
    good =
        good && reads_back(p, task, &text, n, invariants, check, why) && limits_write(path, text.at, text.count, why);
    vec_free(&text);
    return good;
}

bool proof_write_scripts(const char *directory, const Program *p, const ProofCheck *check, Reason *why) {
    bool good = mkdir(directory, 0777) == 0 || errno == EEXIST;
    if (!good)
        reason_set(why, "%.200s: %s", directory, strerror(errno));
    Arena *arena = arena_new();
    for (uint32_t i = 0; i < check->conditions.count && good; i++) {
        const ProofCondition *c = &check->conditions.at[i];
        Text text = { 0 };
        add_script(p, c, &text);
        good = limits_write(arena_printf(arena, "%s/%04u-%s-L%u-L%u.smt2", directory, i + 1,
                                         condition_kind_text(c->kind), c->from, c->to),
                            text.at, text.count, why);
        vec_free(&text);
    }
    arena_free(arena);
    return good;
}

ProofCheck proof_recheck_text(const char *text, size_t length, const Program *p, const ProofTask *task,
                              const ProofOptions *options) {
    ProofCheck out = { .failed = UINT32_MAX };
    Certificate c = { .p = p, .names = names_new() };
    Lines l = { .text = text, .length = length };
    if (!p->entry) {
        refuse(&out, &l, "the program has no entry");
    } else if (read_head(&l, p, task, &out)) {
        add_state(&c);
        if (read_body(&c, &l, &out)) {
            out = check_invariants(p, c.invariants.count, c.invariants.at, options);
            if (out.stands)
                same_conditions(&c, &out);
        }
    }
    certificate_free(&c);
    return out;
}

const char *proof_property(const char *path, Arena *arena) {
    Reason why;
    Property property;
    Lines l = { 0 };
    l.text = file_read(path, LARGEST_FILE, arena, &l.length, &why);
    const char *rest, *name = NULL;
    size_t n;
    while (l.text && next_line(&l) && !name && !line_starts(&l, "head", &rest, &n))
        if (line_starts(&l, "property", &rest, &n))
            name = arena_strndup(arena, rest, n);
    return name && property_by_name(name, &property) && property_is_supported(property.kind) ? name : NULL;
}

bool proof_keeps_calls(const char *path) {
    Arena *arena = arena_new();
    Reason why;
    Lines l = { 0 };
    bool kept = false;
    l.text = file_read(path, LARGEST_FILE, arena, &l.length, &why);
    const char *rest;
    size_t n;
    while (l.text && next_line(&l) && !kept && !line_starts(&l, "head", &rest, &n))
        kept = line_is(&l, "calls kept");
    arena_free(arena);
    return kept;
}

ProofCheck proof_recheck(const char *path, const Program *p, const ProofTask *task, const ProofOptions *options) {
    Arena *arena = arena_new();
    ProofCheck out = { .failed = UINT32_MAX };
    size_t n = 0;
    const char *text = file_read(path, LARGEST_FILE, arena, &n, &out.detail);
    if (text)
        out = proof_recheck_text(text, n, p, task, options);
    else
        reason_set(&out.reason, "proof file not accepted");
    arena_free(arena);
    return out;
}
