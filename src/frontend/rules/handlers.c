#include "frontend/rules/handlers.h"
#include "frontend/rules/driver.h"
#include "frontend/rules/prototype.h"

enum { FOLLOW_KEPT = 4 }; // objects that were passed over

typedef struct Handlers {
    FrontendInput *in;
    Arena *arena;
    VEC(const char *) names; // of all functions that rules and the driver speak of
    VEC(Prototypes) files;   // what each file declares of them
    VEC(Text) texts;         // to be appended
    Text note;
    Reason *why;
} Handlers;

// ---- functions ----
static uint32_t name_index(Handlers *h, const char *name) {
    for (uint32_t i = 0; i < h->names.count; i++)
        if (!strcmp(h->names.at[i], name))
            return i;
    vec_push(&h->names, name);
    return h->names.count - 1;
}

static bool is_program(const RuleEvent *e) {
    return !strcmp(e->function, RULE_PROGRAM);
}

static void find_interrupt_names(Handlers *h, const Driver *d) {
    name_index(h, d->main);
    for (uint32_t i = 0; i < d->isrs.count; i++)
        name_index(h, d->isrs.at[i]);
    for (uint32_t i = 0; i < d->tasks.count; i++)
        name_index(h, d->tasks.at[i]);
    for (uint32_t i = 0; i < d->off.count; i++)
        name_index(h, d->off.at[i]);
    for (uint32_t i = 0; i < d->on.count; i++)
        name_index(h, d->on.at[i]);
}

static void find_names(Handlers *h) {
    for (uint32_t i = 0; h->in->rules && i < h->in->rules->count; i++) {
        const Rule *rule = &h->in->rules->at[i];
        for (uint32_t k = 0; k < rule->events.count; k++)
            if (!is_program(&rule->events.at[k]))
                name_index(h, rule->events.at[k].function);
    }
    const Driver *d = h->in->driver;
    for (uint32_t i = 0; d && i < d->entries.count; i++)
        name_index(h, d->entries.at[i]);
    if (d && d->init)
        name_index(h, d->init);
    if (d && d->exit)
        name_index(h, d->exit);
    if (driver_has_interrupts(d))
        find_interrupt_names(h, d);
}

static bool read_prototypes(Handlers *h) {
    for (uint32_t i = 0; i < h->in->files.count; i++) {
        Prototypes *p = vec_add(&h->files);
        vec_add(&h->texts);
        if (h->names.count &&
            !prototypes_read(h->in, &h->in->files.at[i], h->names.count, h->names.at, h->arena, p, h->why))
            return false;
    }
    return true;
}

// The first file that declares the function, and how; NULL: none does.
static const Prototype *find_home(Handlers *h, const char *function, uint32_t *file) {
    uint32_t name = name_index(h, function);
    for (*file = 0; *file < h->files.count; ++*file)
        if (h->files.at[*file].at[name].declared)
            return &h->files.at[*file].at[name];
    return NULL;
}

// ---- handlers ----
static bool fail(Handlers *h, const Rule *rule, const RuleEvent *e, const char *what) {
    reason_set(h->why, "%.150s:%u: %s", rule->path, e->line, what);
    return false;
}

static bool fits(Handlers *h, const Rule *rule, const RuleEvent *e, const Prototype *p) {
    assert(p->declared && p->result);
    uint32_t n = p->parameters.count, most = e->most;
    if (e->guard != RULE_RESULT && e->guard > most)
        most = e->guard;
    if (e->watch != RULE_RESULT && e->watch > most)
        most = e->watch;
    if (most > n)
        return fail(h, rule, e,
                    arena_printf(h->arena, "$%u: %s has %u parameter%s", most, e->function, n, n == 1 ? "" : "s"));
    if (e->exactly != UINT32_MAX && (p->variadic ? e->exactly < n : e->exactly != n))
        return fail(h, rule, e,
                    arena_printf(h->arena,
                                 "the pattern has %u argument%s and %s has %u parameter%s ('...' stands for the rest)",
                                 e->exactly, e->exactly == 1 ? "" : "s", e->function, n, n == 1 ? "" : "s"));
    bool result = e->uses_result || e->guard == RULE_RESULT || e->watch == RULE_RESULT;
    bool returns = strncmp(p->result, "void", 4) || strchr(p->result, '*');
    if (result && !returns)
        return fail(h, rule, e, arena_printf(h->arena, "$return: %s returns nothing", e->function));
    if (e->names_result && !returns)
        return fail(h, rule, e, arena_printf(h->arena, "the pattern has a result and %s returns nothing", e->function));
    return true;
}

static void add_line(Text *out, const char *path, uint32_t line) {
    text_add(out, "\n# %u \"", line ? line : 1);
    for (const char *s = path; *s; s++)
        text_add(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    text_add(out, "\"\n");
}

static const char *value_name(uint32_t parameter, Arena *arena) {
    assert(parameter && parameter <= RULE_RESULT);
    return parameter == RULE_RESULT ? "hone_return" : arena_printf(arena, "hone_%u", parameter);
}

// Of what is added to the state: two underscores, so that no name of the rule is the same.
static const char *inner_prefix(const Rule *rule, Arena *arena) {
    return arena_printf(arena, "%s_", rule_prefix(rule, arena));
}

// The object is a pointer or a number; the compiler knows which, and drops the other case.
static void add_choice(Handlers *h, const Rule *rule, const RuleEvent *e, Text *out) {
    const char *prefix = inner_prefix(rule, h->arena);
    for (int k = 0; k < 2; k++) {
        uint32_t parameter = k ? e->guard : e->watch;
        const char *value = parameter ? value_name(parameter, h->arena) : "";
        const char *work = k ? "is" : e->first ? "first" : "watch";
        if (parameter)
            text_add(out,
                     "if (__builtin_classify_type(%s) == 5 ? %s%s_object((const void *)(%s)) : %s%s_number((long "
                     "long)(%s))) return 0; ",
                     value, prefix, work, value, prefix, work, value);
    }
}

// Which object is followed, a pointer or a number.  'first': those that had events and were not chosen are kept, so
// that an object is followed from its first event on or not at all.
static void add_follow(const char *prefix, const char *kind, const char *type, Text *out) {
    text_add(out, "%s%s%s", type, prefix, kind);
    for (int i = 1; i <= FOLLOW_KEPT; i++)
        text_add(out, ", %s%ss%d_%s", strchr(type, '*') ? "*" : "", prefix, i, kind);
    text_add(out, ";\n");
    text_add(out,
             "static int %swatch_%s(%sx) { if (!%sfollows && " HANDLER_CHOICE
             "()) { %sfollows = 1; %s%s = x; } return 0; }\n",
             prefix, kind, type, prefix, prefix, prefix, kind);
    text_add(out, "static int %sis_%s(%sx) { return !%sfollows || %s%s != x; }\n", prefix, kind, type, prefix, prefix,
             kind);
    text_add(out, "static int %sfirst_%s(%sx) { if (%sfollows) return 0;\n", prefix, kind, type, prefix);
    for (int i = 1; i <= FOLLOW_KEPT; i++)
        text_add(out, "if (%spassed >= %d && x == %ss%d_%s) return 0;\n", prefix, i, prefix, i, kind);
    text_add(out, "if (" HANDLER_CHOICE "()) { %sfollows = 1; %s%s = x; return 0; }\n%spassed++;\n", prefix, prefix,
             kind, prefix);
    for (int i = 1; i <= FOLLOW_KEPT; i++)
        text_add(out, "if (%spassed == %d) %ss%d_%s = x; else ", prefix, i, prefix, i, kind);
    text_add(out, "__hone_unmodelled(\"a rule that passes over more than %d objects\");\nreturn 0; }\n", FOLLOW_KEPT);
}

static bool has_result(const RuleEvent *e, const Prototype *p) {
    return p && !rule_is_before(e->when) && (strncmp(p->result, "void", 4) || strchr(p->result, '*'));
}

// 'p' is NULL for events of the program as a whole.
static void add_handler(Handlers *h, const Rule *rule, uint32_t k, const Prototype *p, Text *out) {
    assert(k < rule->events.count);
    const RuleEvent *e = &rule->events.at[k];
    uint32_t n = 0;
    add_line(out, "rules", 1);
    text_add(out, "int " RULE_HANDLER "(", rule->number, k);
    for (; p && n < p->parameters.count; n++)
        text_add(out, "%s__typeof__(%s) hone_%u", n ? ", " : "", p->parameters.at[n], n + 1);
    if (has_result(e, p))
        text_add(out, "%s__typeof__(%s) hone_return", n++ ? ", " : "", p->result);
    text_add(out, n ? ") { " : "void) { ");
    add_choice(h, rule, e, out);
    add_line(out, rule->path, e->code_line);
    text_add(out, "%s\nreturn 0; }\n", e->code);
}

static void add_state(Handlers *h, const Rule *rule, Text *out) {
    const char *prefix = inner_prefix(rule, h->arena);
    text_add(out, "\n%s", rule->includes);
    add_line(out, rule->path, rule->state_line);
    text_add(out, "%s", rule->state);
    add_line(out, "rules", 1);
    text_add(out, "extern _Bool " HANDLER_CHOICE "(void);\n");
    text_add(out, "extern void __hone_unmodelled(const char *);\nint %sfollows, %spassed;\n", prefix, prefix);
    add_follow(prefix, "object", "const void *", out);
    add_follow(prefix, "number", "long long ", out);
}

static void note_missing(Handlers *h, const Rule *rule, const RuleEvent *e) {
    if (!rule->of_pack)
        text_add(&h->note, "%s%s:%u: no file declares %s: the event matches nothing",
                 h->note.count ? "\n          " : "", rule->path, e->line, e->function);
}

static bool add_rule(Handlers *h, const Rule *rule) {
    assert(rule->events.count && h->texts.count == h->in->files.count);
    VEC(bool) has = { 0 }; // which files have the rule's state
    vec_resize(&has, h->in->files.count);
    bool good = true;
    for (uint32_t k = 0; good && k < rule->events.count; k++) {
        const RuleEvent *e = &rule->events.at[k];
        uint32_t file = 0;
        const Prototype *p = is_program(e) ? NULL : find_home(h, e->function, &file);
        if (!p && !is_program(e)) {
            note_missing(h, rule, e);
            continue;
        }
        if (!has.at[file])
            add_state(h, rule, &h->texts.at[file]);
        has.at[file] = true;
        good = !p || fits(h, rule, e, p);
        if (good)
            add_handler(h, rule, k, p, &h->texts.at[file]);
    }
    vec_free(&has);
    return good;
}

static void add_marks(Handlers *h) {
    for (uint32_t i = 0; i < h->files.count; i++) {
        add_line(&h->texts.at[i], "rules", 1);
        for (uint32_t k = 0; k < h->names.count; k++)
            if (h->files.at[i].at[k].declared)
                text_add(&h->texts.at[i], "void *" HANDLER_MARK "%u_%s = (void *)%s;\n", i, h->names.at[k],
                         h->names.at[k]);
    }
}

// ---- the driver ----
typedef VEC(DriverPart) DriverParts;

// 'option' names what wants the function; NULL: it may be missing.
static bool add_part(Handlers *h, DriverRole role, const char *function, const char *option, DriverParts *parts) {
    DriverPart part = { .function = function, .role = role };
    part.prototype = find_home(h, function, &part.file);
    bool has_parameters = part.prototype && (part.prototype->parameters.count || part.prototype->variadic);
    if (!part.prototype && option)
        reason_set(h->why, "%s: no file declares the function %.100s", option, function);
    else if (part.prototype && has_parameters && role != DRIVER_MAIN_PROGRAM && role != DRIVER_SWITCH)
        reason_set(h->why, "%s: %.100s has parameters, and nobody can say with which arguments it runs", option,
                   function);
    else {
        if (part.prototype && role != DRIVER_SWITCH)
            vec_push(parts, part);
        return true;
    }
    return false;
}

static bool add_interrupts(Handlers *h) {
    const Driver *d = h->in->driver;
    DriverParts parts = { 0 };
    bool good = add_part(h, DRIVER_MAIN_PROGRAM, d->main, NULL, &parts);
    for (uint32_t i = 0; good && i < d->isrs.count; i++)
        good = add_part(h, DRIVER_ISR, d->isrs.at[i], "--isr", &parts);
    for (uint32_t i = 0; good && i < d->tasks.count; i++)
        good = add_part(h, DRIVER_ENTRY, d->tasks.at[i], "--task", &parts);
    for (uint32_t i = 0; good && i < d->off.count; i++)
        good = add_part(h, DRIVER_SWITCH, d->off.at[i], "--irq-off", &parts);
    for (uint32_t i = 0; good && i < d->on.count; i++)
        good = add_part(h, DRIVER_SWITCH, d->on.at[i], "--irq-on", &parts);
    for (uint32_t i = 0; good && i < parts.count; i++)
        good = driver_add_part(h->in, &parts.at[i], i, h->arena, &h->texts.at[parts.at[i].file], h->why);
    if (good)
        driver_add_interrupts(parts.count, parts.at, &h->texts.at[0]);
    vec_free(&parts);
    return good;
}

static bool add_driver(Handlers *h) {
    assert(h->in->driver && h->in->driver->entries.count);
    const Driver *d = h->in->driver;
    DriverParts parts = { 0 };
    bool good = true;
    for (uint32_t i = 0; good && i < d->entries.count + 2; i++) {
        const char *name = i == 0 ? d->init : i == 1 ? d->exit : d->entries.at[i - 2];
        DriverPart part = { .function = name };
        if (!name)
            continue;
        part.role = i == 0 ? DRIVER_INIT : i == 1 ? DRIVER_EXIT : DRIVER_ENTRY;
        part.prototype = find_home(h, name, &part.file);
        good = part.prototype != NULL;
        if (!good)
            reason_set(h->why, "no file declares the function %.100s", name);
        vec_push(&parts, part);
    }
    for (uint32_t i = 0; good && i < parts.count; i++)
        good = driver_add_part(h->in, &parts.at[i], i, h->arena, &h->texts.at[parts.at[i].file], h->why);
    if (good)
        driver_add_main(parts.count, parts.at, d->threads ? DRIVER_THREADS : DRIVER_CALLS, &h->texts.at[0]);
    vec_free(&parts);
    return good;
}

// ---- all ----
static void hand_over(Handlers *h, const char **note) {
    for (uint32_t i = 0; i < h->texts.count; i++)
        if (h->texts.at[i].count)
            h->in->files.at[i].appended = arena_strdup(h->arena, h->texts.at[i].at);
    if (h->note.count)
        *note = arena_strdup(h->arena, h->note.at);
}

bool handlers_append(FrontendInput *in, Arena *arena, const char **note, Reason *why) {
    assert(in->files.count);
    Handlers h = { .in = in, .arena = arena, .why = why };
    if (!in->driver && !in->rules)
        return true;
    find_names(&h);
    bool good = read_prototypes(&h);
    if (good && in->driver)
        good = driver_has_interrupts(in->driver) ? add_interrupts(&h) : add_driver(&h);
    for (uint32_t i = 0; good && in->rules && i < in->rules->count; i++)
        good = add_rule(&h, &in->rules->at[i]);
    if (good) {
        if (in->rules || driver_weaves(in->driver))
            add_marks(&h);
        hand_over(&h, note);
    }
    for (uint32_t i = 0; i < h.files.count; i++) {
        prototypes_free(&h.files.at[i]);
        vec_free(&h.texts.at[i]);
    }
    vec_free(&h.files);
    vec_free(&h.texts);
    vec_free(&h.names);
    vec_free(&h.note);
    return good;
}
