#include "spec/input.h"
#include "base/limits.h"
#include "spec/compdb.h"
#include "spec/file.h"
#include "spec/rule/pack.h"
#include "spec/taskdef.h"
#include <string.h>

enum { LARGEST_SOURCE = 64000000 };

typedef struct Reading {
    const Options *options;
    const char *usual; // property, where none is given
    Arena *arena;
    Input *input;
    Reason *why;
    uint32_t pointer_bits; // as the inputs say; 0: they do not
    bool is_task;          // a task definition was read
} Reading;

// ---- C files ----
// An object file or an archive given by mistake: the compiler would print pages.
static bool looks_like_text(Reading *r, const char *path) {
    FILE *in = fopen(path, "rb");
    char start[4096];
    size_t n = in ? fread(start, 1, sizeof start, in) : 0;
    if (in)
        fclose(in);
    if (!memchr(start, 0, n))
        return true;
    reason_set(r->why, "%.300s: is a binary file, not C source", path);
    return false;
}

static bool add_source(Reading *r, SourceFile file) {
    if (!path_ends_in(file.path, ".c") && !path_ends_in(file.path, ".i") && !path_ends_in(file.path, ".h")) {
        reason_set(r->why,
                   "%.200s: what is this? Hone reads C files (.c, .i), task definitions (.yml) and "
                   "compile_commands.json",
                   file.path);
        return false;
    }
    if (!file_check(file.path, LARGEST_SOURCE, r->why) || !looks_like_text(r, file.path))
        return false;
    for (uint32_t i = 0; i < r->options->compiler.count; i++)
        vec_push(&file.arguments, r->options->compiler.at[i]);
    vec_push(&r->input->frontend.files, file);
    return true;
}

// ---- files that name others ----
static bool add_database(Reading *r, const char *path) {
    CompDb db;
    if (!compdb_read(path, r->arena, &db, r->why))
        return false;
    for (uint32_t i = 0; i < db.files.count; i++)
        if (!add_source(r, db.files.at[i]))
            return false;
    if (db.pointer_bits)
        r->pointer_bits = db.pointer_bits;
    if (db.skipped)
        r->input->note = arena_printf(r->arena, "%s: entries skipped because they are not C: %u", path, db.skipped);
    vec_free(&db.files);
    return true;
}

static bool add_task(Reading *r, const char *path, bool property_is_given) {
    TaskDef task;
    PropertyKind wanted = r->input->property.kind;
    if (r->options->files.count > 1) {
        reason_set(r->why, "%.300s: a task definition is given alone: it names its input files itself", path);
        return false;
    }
    if (!taskdef_read(path, property_is_given ? &wanted : NULL, r->arena, &task, r->why))
        return false;
    for (uint32_t i = 0; i < task.files.count; i++)
        if (!add_source(r, (SourceFile){ .path = task.files.at[i] }))
            return false;
    // A .prp on the command line is meant as it stands; a name picks from the list.
    if (!r->input->property.from_file && !r->input->rules.count)
        r->input->property = task.property;
    r->pointer_bits = task.pointer_bits ? task.pointer_bits : 32;
    r->is_task = true;
    vec_free(&task.files);
    return true;
}

static bool add_input(Reading *r, const char *path) {
    if (path_ends_in(path, ".yml") || path_ends_in(path, ".yaml"))
        return add_task(r, path, r->options->property != NULL);
    if (path_ends_in(path, ".json"))
        return add_database(r, path);
    if (path_ends_in(path, ".prp")) {
        reason_set(r->why, "%.200s: a property file is given as --property %.100s", path, path);
        return false;
    }
    return add_source(r, (SourceFile){ .path = path });
}

// ---- rules ----
static int read_rule(Reading *r, const char *given) {
    bool is_file = strchr(given, '/') || strchr(given, '.');
    const char *path = is_file ? given : pack_find(given, r->arena);
    if (!path) {
        const char *nearest = pack_nearest(given, r->arena);
        reason_set(r->why, "unknown rule %.100s; %s%s%s", given, nearest ? "did you mean " : "'hone rules' lists them",
                   nearest ? nearest : "", nearest ? "?" : "");
        return EXIT_USAGE;
    }
    Rule rule;
    if (!rule_read(path, r->input->rules.count, r->arena, &rule, r->why))
        return EXIT_INPUT;
    rule.of_pack = !is_file;
    vec_push(&r->input->rules, rule);
    return 0;
}

// The property is then that the rules are kept.
static int read_rules(Reading *r) {
    const OptionLIST *given = &r->options->rule;
    Text names = { 0 };
    int code = 0;
    for (uint32_t i = 0; i < given->count && !code; i++) {
        code = read_rule(r, given->at[i]);
        if (!code)
            text_add(&names, "%s%s", i ? ", " : "", vec_last(&r->input->rules).name);
    }
    if (!code) {
        r->input->property = (Property){ .kind = PROPERTY_RULE, .entry = "main" };
        r->input->property.error_function = arena_strdup(r->arena, names.at);
    }
    vec_free(&names);
    return code;
}

// ---- programs without main ----
static bool read_interrupts(Reading *r) {
    const Options *o = r->options;
    Driver *d = &r->input->driver;
    const char *other = o->entries   ? "--entries"
                        : o->threads ? "--threads"
                        : o->init    ? "--init"
                        : o->exit    ? "--exit"
                                     : NULL;
    for (uint32_t i = 0; i < o->isr.count; i++)
        vec_push(&d->isrs, o->isr.at[i]);
    for (uint32_t i = 0; i < o->task.count; i++)
        vec_push(&d->tasks, o->task.at[i]);
    for (uint32_t i = 0; i < o->irq_off.count; i++)
        vec_push(&d->off, o->irq_off.at[i]);
    for (uint32_t i = 0; i < o->irq_on.count; i++)
        vec_push(&d->on, o->irq_on.at[i]);
    if (driver_weaves(d) && !d->isrs.count)
        reason_set(r->why, "--irq-off and --irq-on go with --isr: the interrupts that are off and on");
    else if (driver_has_interrupts(d) && other)
        reason_set(r->why, "%s and --isr or --task: give one of them", other);
    else if (driver_has_interrupts(d) && o->rule.count)
        reason_set(r->why, "--rule and --isr or --task: give one of them");
    else
        return true;
    return false;
}

static bool read_driver(Reading *r) {
    static const char any[] = "any:";
    const Options *o = r->options;
    Driver *d = &r->input->driver;
    const char *at = o->entries ? o->entries : "";
    if (!read_interrupts(r))
        return false;
    if (*at && o->threads && *o->threads) {
        reason_set(r->why, "--entries and --threads: give one of them");
        return false;
    }
    d->threads = o->threads && *o->threads;
    at = d->threads ? o->threads : at;
    while (*at) {
        size_t n = strcspn(at, ","), prefix = d->threads ? strlen(any) : 0;
        if (d->threads && (n <= prefix || strncmp(at, any, prefix) != 0)) {
            reason_set(r->why, "--threads: %.100s: it is any:FUNC, any number of threads that run FUNC", at);
            return false;
        }
        if (n)
            vec_push(&d->entries, arena_strndup(r->arena, at + prefix, n - prefix));
        at += n + (at[n] == ',');
    }
    d->init = o->init;
    d->exit = o->exit;
    if (d->entries.count || (!o->init && !o->exit))
        return true;
    reason_set(r->why, "--init and --exit go with --entries or --threads: the functions that are called between them");
    return false;
}

// ---- the property ----
static int read_property(Reading *r) {
    Property *property = &r->input->property;
    if (r->options->rule.count && r->options->property) {
        reason_set(r->why, "--rule and --property: give one of them, a run checks one property");
        return EXIT_USAGE;
    }
    if (r->options->rule.count)
        return read_rules(r);
    const char *given = r->options->property ? r->options->property : r->usual;
    if (!strcmp(given, property_name(PROPERTY_RULE))) {
        reason_set(r->why, "which rule? Give it as --rule NAME; 'hone rules' lists them");
        return EXIT_USAGE;
    }
    if (property_by_name(given, property)) {
        const char *without = r->options->no_check;
        if (!without || !*without || property_without(without, property))
            return 0;
        reason_set(r->why, "--no-check %.60s: leaves out checks of --property safe or of a list, and not all of them",
                   without);
        return EXIT_USAGE;
    }
    if (path_ends_in(given, ".prp") || strchr(given, '/'))
        return property_read(given, r->arena, property, r->why) ? 0 : EXIT_INPUT;
    uint32_t n;
    const char *const *names = property_names(&n);
    const char *nearest = options_nearest(given, names, n);
    reason_set(r->why, "unknown property %.100s%s%s%s", given, nearest ? "; did you mean " : "", nearest ? nearest : "",
               nearest ? "?" : "; it is a name such as unreach-call, or a file that ends in .prp");
    return EXIT_USAGE;
}

// ---- defaults ----
static void settle(Reading *r) {
    assert(r->input->property.entry);
    static const char *const modes[] = { "havoc", "pure", "stop" };
    FrontendInput *in = &r->input->frontend;
    const Options *o = r->options;
    Property *property = &r->input->property;
    if (o->entry)
        property->entry = o->entry;
    property->variable = o->variable;
    if (r->input->driver.entries.count || driver_has_interrupts(&r->input->driver)) {
        r->input->driver.main = property->entry;
        property->entry = DRIVER_MAIN;
        in->driver = &r->input->driver;
    }
    if (r->input->rules.count)
        in->rules = property->rules = &r->input->rules;
    in->entry = property->entry;
    in->events = property_events(property);
    in->malloc_may_fail = o->malloc_may_fail;
    in->replay = o->replay ? (Protection)(o->replay - 1) : PROTECT_SANDBOX;
    in->sandbox_compiler = o->sandbox_compiler;
    if (o->data_model)
        r->pointer_bits = o->data_model == MODEL_ILP32 ? 32 : 64;
    in->pointer_bits = r->pointer_bits ? r->pointer_bits : 64;
    // SV-COMP's files come with SV-COMP's meaning.
    in->externals = o->externals                        ? (Externals)(o->externals - 1)
                    : r->is_task || property->from_file ? EXTERNALS_PURE
                                                        : EXTERNALS_HAVOC;
    in->distinct = o->distinct ? o->distinct == DISTINCT_YES : in->externals == EXTERNALS_PURE;
    r->input->model = in->pointer_bits == 32 ? "ILP32" : "LP64";
    r->input->externals = modes[in->externals];
}

static bool fits(const Reading *r) {
    bool races = r->input->property.kind == PROPERTY_NO_DATA_RACE;
    if (r->options->variable && !races)
        reason_set(r->why, "--variable goes with --property no-data-race: the variable whose races are looked for");
    bool waits = r->input->property.kind == PROPERTY_NO_DEADLOCK && driver_has_interrupts(&r->input->driver);
    if (waits)
        reason_set(r->why, "--property no-deadlock and --isr or --task: interrupts do not wait for each other");
    return !waits && (races || !r->options->variable);
}

int input_read(const Options *options, const char *usual, Arena *arena, Input *input, Reason *why) {
    assert(usual);
    *input = (Input){ 0 };
    Reading r = { .options = options, .usual = usual, .arena = arena, .input = input, .why = why };
    int code = read_property(&r);
    if (code)
        return code;
    if (!read_driver(&r))
        return EXIT_USAGE;
    for (uint32_t i = 0; i < options->files.count; i++)
        if (!add_input(&r, options->files.at[i]))
            return EXIT_INPUT;
    if (!fits(&r))
        return EXIT_USAGE;
    settle(&r);
    return 0;
}

void input_free(Input *input) {
    rules_free(&input->rules);
    vec_free(&input->driver.entries);
    vec_free(&input->driver.isrs);
    vec_free(&input->driver.tasks);
    vec_free(&input->driver.off);
    vec_free(&input->driver.on);
}

static uint64_t lines_of(const char *path) {
    FILE *in = fopen(path, "rb");
    char block[1 << 14];
    uint64_t lines = 0;
    for (size_t n; in && (n = fread(block, 1, sizeof block, in));)
        for (size_t i = 0; i < n; i++)
            lines += block[i] == '\n';
    if (in)
        fclose(in);
    return lines;
}

uint64_t input_lines(const Input *input) {
    assert(input->frontend.files.count);
    uint64_t lines = 0;
    for (uint32_t i = 0; i < input->frontend.files.count; i++)
        lines += lines_of(input->frontend.files.at[i].path);
    return lines;
}
