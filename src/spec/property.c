#include "spec/property.h"
#include "spec/file.h"
#include <ctype.h>
#include <string.h>

static const char *const formulas[] = {
#define FORMULA(kind, name, formula) formula,
    PROPERTIES(FORMULA)
#undef FORMULA
};

static const char *const names[] = {
#define PROPERTY_NAME(kind, name, formula) name,
    PROPERTIES(PROPERTY_NAME)
#undef PROPERTY_NAME
        "valid-memsafety",
    "coverage", "safe",
#define NAME_OF_CHECK(check, name, words) name,
    CHECKS(NAME_OF_CHECK)
#undef NAME_OF_CHECK
};
static const char *const *const check_names = names + PROPERTY_SAFE + 1;
static const char *const check_words[] = {
#define WORDS_OF_CHECK(check, name, words) words,
    CHECKS(WORDS_OF_CHECK)
#undef WORDS_OF_CHECK
};
enum { ALL_CHECKS = (1 << CHECK_COUNT) - 1, SAFE_CHECKS = ALL_CHECKS & ~(1 << CHECK_LEAK) };

const char *const *property_names(uint32_t *count) {
    *count = COUNT(names);
    return names;
}

const char *property_of_fault(Fault fault) {
    switch (fault) {
    case FAULT_ACCESS:
        return property_name(PROPERTY_VALID_DEREF);
    case FAULT_FREE:
        return property_name(PROPERTY_VALID_FREE);
    case FAULT_UNDEFINED:
        break;
    }
    return property_name(PROPERTY_DEF_BEHAVIOR);
}

Property property_of_coverage(const char *entry) {
    return (Property){ .kind = PROPERTY_COVERAGE, .entry = entry };
}

const char *property_name(PropertyKind kind) {
    assert(kind <= PROPERTY_SAFE);
    return names[kind];
}

const char *property_spelling(const Property *property, Arena *arena) {
    if (property->kind == PROPERTY_UNREACH_CALL && property->asserts && !property->error_function)
        return check_names[CHECK_ASSERT];
    if (property->kind != PROPERTY_SAFE || property->checks == SAFE_CHECKS)
        return property_name(property->kind);
    const char *all = "";
    for (uint32_t i = 0; i < CHECK_COUNT; i++)
        if (property->checks >> i & 1)
            all = arena_printf(arena, "%s%s%s", all, *all ? "," : "", check_names[i]);
    return all;
}

const char *property_for_people(const Property *property) {
    return property->kind == PROPERTY_UNREACH_CALL ? check_names[CHECK_ASSERT] : property_name(property->kind);
}

const char *property_rule_option(const char *name) {
    return name && !strcmp(name, names[PROPERTY_RULE]) ? "--rule ... " : "";
}

static bool looks_for(const Property *property, CheckName check) {
    return property->kind == PROPERTY_SAFE && (property->checks >> check & 1);
}

bool property_includes(const Property *property, PropertyKind kind) {
    switch (kind) {
    case PROPERTY_UNREACH_CALL:
        return looks_for(property, CHECK_ASSERT);
    case PROPERTY_NO_OVERFLOW:
        return looks_for(property, CHECK_OVERFLOW) || looks_for(property, CHECK_SHIFT);
    case PROPERTY_VALID_DEREF:
    case PROPERTY_VALID_FREE:
        return looks_for(property, CHECK_MEMORY);
    case PROPERTY_VALID_MEMCLEANUP:
        return looks_for(property, CHECK_LEAK);
    case PROPERTY_DEF_BEHAVIOR:
        return looks_for(property, CHECK_DIVISION) || looks_for(property, CHECK_UNSET) ||
               looks_for(property, CHECK_LIBRARY) || looks_for(property, CHECK_UNDEFINED);
    default:
        return false;
    }
}

EventSet property_events(const Property *property) {
    PropertyKind kind = property->kind;
    bool sv = kind == PROPERTY_VALID_MEMSAFETY, memory = looks_for(property, CHECK_MEMORY);
    EventSet events = { .rules = kind == PROPERTY_RULE,
                        .races = kind == PROPERTY_NO_DATA_RACE,
                        .deadlocks = kind == PROPERTY_NO_DEADLOCK,
                        .overflow = kind == PROPERTY_NO_OVERFLOW || looks_for(property, CHECK_OVERFLOW),
                        .shift = kind == PROPERTY_NO_OVERFLOW || looks_for(property, CHECK_SHIFT),
                        .division = looks_for(property, CHECK_DIVISION),
                        .unset = looks_for(property, CHECK_UNSET),
                        .library = looks_for(property, CHECK_LIBRARY),
                        .undefined = looks_for(property, CHECK_UNDEFINED),
                        .accesses = sv || memory || kind == PROPERTY_VALID_DEREF,
                        .frees = sv || memory || kind == PROPERTY_VALID_FREE,
                        .lost = sv || kind == PROPERTY_VALID_MEMTRACK,
                        .kept = kind == PROPERTY_VALID_MEMCLEANUP || looks_for(property, CHECK_LEAK) };
    if (kind != PROPERTY_UNREACH_CALL && !looks_for(property, CHECK_ASSERT))
        return events;
    events.functions[0] = property_error_function(property);
    if (!property->error_function)
        events.functions[1] = "__VERIFIER_error";
    events.asserts = property->asserts || kind == PROPERTY_SAFE;
    return events;
}

bool events_have_call(const EventSet *events, const char *function) {
    assert(function);
    for (size_t i = 0; i < COUNT(events->functions) && events->functions[i]; i++)
        if (!strcmp(events->functions[i], function))
            return true;
    return false;
}

const char *property_error_function(const Property *property) {
    return property->error_function ? property->error_function : "reach_error";
}

const char *property_text(const Property *property, Arena *arena) {
    if (property->kind == PROPERTY_RULE)
        return arena_printf(arena, "%s %s kept", property->error_function,
                            property->rules && property->rules->count > 1 ? "are" : "is");
    if (property->kind == PROPERTY_NO_DEADLOCK)
        return "never do all threads wait for mutexes and for each other's ends";
    if (property->kind == PROPERTY_NO_DATA_RACE && property->variable)
        return arena_printf(arena, "no two threads access %s at once, one of them writing", property->variable);
    if (property->kind == PROPERTY_NO_DATA_RACE)
        return "no two threads access the same bytes unordered, one of them writing";
    if (property->kind == PROPERTY_SAFE) {
        const char *all = "";
        if (property->checks == SAFE_CHECKS)
            return "no assert() fails, memory and pointers are used rightly, arithmetic is defined, variables have "
                   "values";
        for (uint32_t i = 0; i < CHECK_COUNT; i++)
            if (property->checks >> i & 1)
                all = arena_printf(arena, "%s%s%s", all, *all ? ", " : "", check_words[i]);
        return all;
    }
    if (property->kind != PROPERTY_UNREACH_CALL)
        return NULL;
    return arena_printf(arena, "%s() is never called%s", property_error_function(property),
                        property->asserts ? ", no assert() fails" : "");
}

const char *property_no_goal_text(const Property *property, Arena *arena) {
    if (property->kind == PROPERTY_RULE)
        return "no event that a run can reach violates a rule";
    if (property->kind == PROPERTY_NO_DATA_RACE)
        return "no two threads have memory in common";
    if (property->kind == PROPERTY_NO_DEADLOCK)
        return "no thread waits";
    if (property->kind != PROPERTY_UNREACH_CALL && property->kind != PROPERTY_NO_OVERFLOW)
        return "nothing that a run can reach can violate it";
    if (property->kind != PROPERTY_UNREACH_CALL)
        return "nothing that a run can reach computes with signed integers in a way that can overflow";
    return arena_printf(arena, "nothing that a run can reach calls %s()%s", property_error_function(property),
                        property->asserts ? " or has an assert() that can fail" : "");
}

bool property_is_supported(PropertyKind kind) {
    return kind == PROPERTY_UNREACH_CALL || kind == PROPERTY_NO_OVERFLOW || kind == PROPERTY_RULE ||
           kind == PROPERTY_NO_DATA_RACE || kind == PROPERTY_NO_DEADLOCK || kind == PROPERTY_SAFE ||
           kind == PROPERTY_VALID_MEMSAFETY || (kind >= PROPERTY_VALID_FREE && kind <= PROPERTY_VALID_MEMCLEANUP);
}

// The checks that the list names; false where it names something else.
static bool read_checks(const char *list, uint32_t *checks) {
    *checks = 0;
    while (*list) {
        size_t n = strcspn(list, ",");
        uint32_t i = PROPERTY_SAFE;
        while (i < COUNT(names) && (strncmp(names[i], list, n) || names[i][n]))
            i++;
        if (i == COUNT(names))
            return false;
        *checks |= i == PROPERTY_SAFE ? (uint32_t)SAFE_CHECKS : 1u << (i - PROPERTY_SAFE - 1);
        list += n + (list[n] == ',');
    }
    return *checks != 0;
}

bool property_without(const char *checks, Property *property) {
    uint32_t out;
    if (property->kind != PROPERTY_SAFE || !read_checks(checks, &out))
        return false;
    property->checks &= ~out;
    return property->checks != 0;
}

bool property_by_name(const char *name, Property *property) {
    assert(name);
    uint32_t checks;
    for (uint32_t i = 0; i < PROPERTY_SAFE; i++)
        if (!strcmp(name, names[i])) {
            *property = (Property){ .kind = (PropertyKind)i, .entry = "main" };
            return true;
        }
    if (!read_checks(name, &checks))
        return false;
    *property = (Property){ .kind = PROPERTY_SAFE, .entry = "main", .checks = checks };
    if (checks == 1u << CHECK_ASSERT)
        *property = (Property){ .kind = PROPERTY_UNREACH_CALL, .entry = "main", .asserts = true };
    return true;
}

// ---- matching a line against a pattern ----
// In a pattern a blank stands for any number of blanks, '$' for an identifier
// (kept in found[0], found[1], ...), '*' for anything up to the rest of
// the pattern; between other characters of the line blanks are allowed too.
static const char *skip_blanks(const char *at) {
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

static const char *identifier(const char *at, Arena *arena, const char **found) {
    const char *end = at;
    if (!isalpha((unsigned char)*at) && *at != '_')
        return NULL;
    while (isalnum((unsigned char)*end) || *end == '_' || *end == '$')
        end++;
    *found = arena_strndup(arena, at, (size_t)(end - at));
    return end;
}

static bool match(const char *line, const char *pattern, Arena *arena, const char **found) {
    bool in_word = false; // no blanks within a word of the pattern
    for (; *pattern; pattern++) {
        if (*pattern == ' ') {
            in_word = false;
            continue;
        }
        bool word = isalpha((unsigned char)*pattern) || *pattern == '-';
        if (!(in_word && word))
            line = skip_blanks(line);
        in_word = word;
        if (*pattern == '$') {
            line = identifier(line, arena, found++);
            if (!line)
                return false;
        } else if (*pattern == '*') {
            return true;
        } else if (*line++ != *pattern) {
            return false;
        }
    }
    return *skip_blanks(line) == 0;
}

// The pattern of a formula: '%s' is an identifier, the rest stands as it is.
static char *line_pattern(const char *formula, Arena *arena) {
    const char *hole = strstr(formula, "%s");
    int before = hole ? (int)(hole - formula) : (int)strlen(formula);
    return arena_printf(arena, "CHECK( init($()), LTL(%.*s%s%s) )", before, formula, hole ? "$" : "",
                        hole ? hole + 2 : "");
}

static bool parse_line(const char *line, Arena *arena, Property *property) {
    assert(!strchr(line, '\n'));
    const char *found[2] = { NULL, NULL };
    for (uint32_t i = 0; i < COUNT(formulas); i++)
        if (match(line, line_pattern(formulas[i], arena), arena, found)) {
            *property = (Property){ .kind = (PropertyKind)i, .entry = found[0], .error_function = found[1] };
            return true;
        }
    if (match(line, "COVER( init($()), FQL(*", arena, found)) {
        *property = (Property){ .kind = PROPERTY_COVERAGE, .entry = found[0] };
        return true;
    }
    return false;
}

// ---- files ----
// Several lines are one property only as the parts of valid-memsafety.
static bool join(Property *all, const Property *more, const char *path, unsigned line, Reason *why) {
    assert(all->entry && more->entry);
    if (strcmp(all->entry, more->entry)) {
        reason_set(why, "%.200s:%u: the entry function is %.60s here and %.60s above", path, line, more->entry,
                   all->entry);
        return false;
    }
    bool memory = (all->kind == PROPERTY_VALID_MEMSAFETY ||
                   (all->kind >= PROPERTY_VALID_FREE && all->kind <= PROPERTY_VALID_MEMTRACK)) &&
                  more->kind >= PROPERTY_VALID_FREE && more->kind <= PROPERTY_VALID_MEMTRACK;
    if (!memory) {
        reason_set(why, "%.200s:%u: %s and %s in one file: give one property at a time", path, line,
                   property_name(all->kind), property_name(more->kind));
        return false;
    }
    if (all->kind != more->kind)
        all->kind = PROPERTY_VALID_MEMSAFETY;
    return true;
}

bool property_parse(const char *path, const char *text, Arena *arena, Property *property, Reason *why) {
    bool any = false;
    unsigned number = 0;
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        const char *line = skip_blanks(arena_strndup(arena, at, length));
        at += length + (at[length] == '\n');
        number++;
        if (!*line || *line == '#')
            continue;
        Property here;
        if (!parse_line(line, arena, &here)) {
            reason_set(why,
                       "%.200s:%u: not a property: %.60s\n"
                       "  a line looks like CHECK( init(main()), LTL(G ! call(reach_error())) )",
                       path, number, line);
            return false;
        }
        if (any && !join(property, &here, path, number, why))
            return false;
        if (!any)
            *property = here;
        any = true;
    }
    if (!any) {
        reason_set(why, "%.300s: there is no property in this file", path);
        return false;
    }
    property->from_file = true;
    return true;
}

bool property_read(const char *path, Arena *arena, Property *property, Reason *why) {
    const char *text = file_read(path, 1000000, arena, NULL, why);
    return text && property_parse(path, text, arena, property, why);
}

// ---- the canonical spelling ----
static char *canonical_line(PropertyKind kind, const Property *property, Arena *arena) {
    assert((size_t)kind < COUNT(formulas) && property->entry);
    const char *function = property_error_function(property);
    const char *formula = formulas[kind], *hole = strstr(formula, "%s");
    char *filled = hole ? arena_printf(arena, "%.*s%s%s", (int)(hole - formula), formula, function, hole + 2)
                        : arena_strdup(arena, formula);
    return arena_printf(arena, "CHECK( init(%s()), LTL(%s) )\n", property->entry, filled);
}

char *property_lines(const Property *property, Arena *arena) {
    switch (property->kind) {
    case PROPERTY_VALID_MEMSAFETY:
        return arena_printf(arena, "%s%s%s", canonical_line(PROPERTY_VALID_FREE, property, arena),
                            canonical_line(PROPERTY_VALID_DEREF, property, arena),
                            canonical_line(PROPERTY_VALID_MEMTRACK, property, arena));
    case PROPERTY_SAFE: {
        static const struct {
            CheckName check;
            PropertyKind kind;
        } of[] = { { CHECK_ASSERT, PROPERTY_UNREACH_CALL },   { CHECK_MEMORY, PROPERTY_VALID_FREE },
                   { CHECK_MEMORY, PROPERTY_VALID_DEREF },    { CHECK_OVERFLOW, PROPERTY_NO_OVERFLOW },
                   { CHECK_DIVISION, PROPERTY_DEF_BEHAVIOR }, { CHECK_LEAK, PROPERTY_VALID_MEMCLEANUP } };
        const char *all = "";
        for (uint32_t i = 0; i < COUNT(of); i++)
            if (looks_for(property, of[i].check))
                all = arena_printf(arena, "%s%s", all, canonical_line(of[i].kind, property, arena));
        return arena_strdup(arena, all);
    }
    case PROPERTY_COVERAGE: // no claim about runs: there is nothing to state
        return arena_strdup(arena, "");
    default: // the kinds of the table have one formula each
        return canonical_line(property->kind, property, arena);
    }
}

char *property_violated_line(const Property *property, const char *violated, Arena *arena) {
    Property one = *property;
    if (property->kind != PROPERTY_SAFE)
        return property_lines(property, arena);
    one.kind = PROPERTY_UNREACH_CALL;
    while (one.kind < PROPERTY_VALID_MEMSAFETY && strcmp(names[one.kind], violated) != 0)
        one.kind++;
    return canonical_line(one.kind < PROPERTY_VALID_MEMSAFETY ? one.kind : PROPERTY_DEF_BEHAVIOR, &one, arena);
}
